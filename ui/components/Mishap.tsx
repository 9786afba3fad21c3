import { Component, type ReactNode } from 'react';
import { messages } from '../../engine/project/messages.ts';

/** Stands in for a screen that broke, instead of an empty page. */
export class Mishap extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    return (
      <main className="page">
        <div className="lone" role="alert">
          <h1>{messages.unknown}</h1>
          <a className="button primary large" href="/">
            Back home
          </a>
        </div>
      </main>
    );
  }
}
