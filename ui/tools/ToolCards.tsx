import { Link } from 'wouter';
import type { CataloguedTool } from './catalogue.data.ts';
import { ToolPicture } from './ToolPicture.tsx';
import '../kit/style/cards.css';

interface Props {
  tools: readonly CataloguedTool[];
  /** Returns a tool's summary, one sentence; without it the cards are small. */
  summaryOf?: (id: string) => string | undefined;
}

/** Tools as cards that link to their pages: illustration, name, and optionally a summary. */
export function ToolCards({ tools, summaryOf }: Props) {
  return (
    <ul className={summaryOf ? 'tool-cards' : 'tool-cards small-cards'}>
      {tools.map(({ id, title, route }) => (
        <li key={id}>
          <Link href={route} className="tool-card">
            <ToolPicture id={id} />
            <strong>{title}</strong>
            {summaryOf && <span className="soft small">{summaryOf(id)}</span>}
          </Link>
        </li>
      ))}
    </ul>
  );
}
