import { Link } from 'wouter';
import type { CataloguedTool } from './catalogue.data.ts';
import { pictures } from './pictures.ts';
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

/** Illustration of a tool, for use next to its name. @param id of the tool, or "studio". */
export function ToolPicture({ id }: { id: string }) {
  const src = pictures[`tool-${id}`];
  if (!src) return <span className="tool-picture" aria-hidden="true" />;
  return <img className="tool-picture" src={src} alt="" width={480} height={360} loading="lazy" decoding="async" />;
}
