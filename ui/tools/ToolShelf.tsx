import { Link } from 'wouter';
import { tools } from '../../engine/tools/index.ts';
import './toolShelf.css';

/** The single-purpose tools, as links to their pages. */
export default function ToolShelf() {
  return (
    <section aria-labelledby="tools-title">
      <div className="shelf-head">
        <h2 id="tools-title">Tools</h2>
        <span className="soft">One job each</span>
      </div>
      <ul className="tool-shelf">
        {tools.map(({ id, title, route, summary }) => (
          <li key={id}>
            <Link href={route} className="tool-card">
              <strong>{title}</strong>
              <span className="soft small">{summary}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
