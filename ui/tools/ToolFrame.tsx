import type { ReactNode } from 'react';
import { useTitle } from '../components/useTitle.ts';
import './tools.css';
import './toolCreate.css';

interface Props {
  title: string;
  /** What it does, one sentence; '' for none. */
  summary?: string;
  /** What is done with the work as a whole, beside the title. */
  actions?: ReactNode;
  /** What is worked on: the picture with what plays it, or where a file is asked for. */
  children?: ReactNode;
  /** What is chosen of it. */
  side?: ReactNode;
  /** What makes the result: below what is chosen, and at the lower edge of a narrow window wherever the page is. */
  action?: ReactNode;
}

/** The page of a single-purpose tool: what is worked on, and beside or below it what is done with it. */
export function ToolFrame({ title, summary = '', actions, children, side, action }: Props) {
  useTitle(title, summary);
  return (
    <article className={side ? 'tool-page has-side' : 'tool-page'}>
      <header className="tool-head">
        <div>
          <h1 tabIndex={-1}>{title}</h1>
          {summary && <p className="soft">{summary}</p>}
        </div>
        {actions}
      </header>
      <div className="tool-main">{children}</div>
      {side && (
        <div className="tool-side panel">
          <div className="tool-settings">{side}</div>
          {action && <div className="tool-create">{action}</div>}
        </div>
      )}
    </article>
  );
}
