import { Link } from 'wouter';
import type { CataloguedTool } from '../tools/catalogue.data.ts';
import { ToolPicture } from './ToolPicture.tsx';
import './toolCards.css';

interface Props {
  tools: readonly Pick<CataloguedTool, 'id' | 'title' | 'route' | 'summary'>[];
  /** Less of each, where they are not what the page is about. */
  isSmall?: boolean;
}

/** Tools as cards that lead to their pages: a picture, a name, a sentence. */
export function ToolCards({ tools, isSmall = false }: Props) {
  return (
    <ul className={isSmall ? 'tool-cards small-cards' : 'tool-cards'}>
      {tools.map(({ id, title, route, summary }) => (
        <li key={id}>
          <Link href={route} className="tool-card">
            <ToolPicture id={id} />
            <strong>{title}</strong>
            {!isSmall && <span className="soft small">{summary}</span>}
          </Link>
        </li>
      ))}
    </ul>
  );
}
