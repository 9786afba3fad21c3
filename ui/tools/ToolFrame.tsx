import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useTitle } from '../kit/hooks.ts';
import './tools.css';

interface Props {
  title: string;
  /** One sentence about the tool; '' for none. */
  summary?: string;
  /** Path of its guide. */
  guide?: string;
  /** Actions for the whole draft, next to the title. */
  actions?: ReactNode;
  /** Preview with its controls, or the file picker. */
  children?: ReactNode;
  /** The settings. */
  side?: ReactNode;
  /** The button that creates the result: below the settings, and fixed to the lower edge of a narrow window. */
  action?: ReactNode;
}

/** Layout of a tool's page: preview, with the settings next to it or below. */
export function ToolFrame({ title, summary = '', guide, actions, children, side, action }: Props) {
  useTitle(title, summary);
  return (
    <article className={side ? 'stack-3 tool-page has-side' : 'stack-3 tool-page'}>
      <header className="split tool-head">
        <div>
          <h1 tabIndex={-1}>{title}</h1>
          {summary && (
            <p className="soft">
              <span>{summary}</span>
              {guide && (
                <Link href={guide} className="tool-guide">
                  Guide
                </Link>
              )}
            </p>
          )}
        </div>
        {actions}
      </header>
      <div className="tool-main">{children}</div>
      {side && (
        <div className="stack-2 tool-side panel">
          <div className="tool-settings">{side}</div>
          {action && <div className="stack-2 tool-create">{action}</div>}
        </div>
      )}
    </article>
  );
}
