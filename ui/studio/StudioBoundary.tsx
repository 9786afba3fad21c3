import { Component, type ReactNode } from 'react';
import { messages } from '../../engine/project/messages.ts';
import { saveText } from '../components/saveFile.ts';
import { studio } from './state/studio.ts';

/** Stands in for a Studio that broke: the work is there, to be taken away as a file or tried again. */
export class StudioBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    return (
      <main id="main" className="page">
        <div className="lone" role="alert">
          <h1>{messages.unknown}</h1>
          <p>Your project is safe in this browser. You can also take it with you as a file.</p>
          <div className="lone-actions">
            <button type="button" className="button primary large" onClick={downloadProject}>
              Download the project
            </button>
            <button type="button" className="button plain large" onClick={() => this.setState({ broken: false })}>
              Try again
            </button>
          </div>
        </div>
      </main>
    );
  }
}

function downloadProject(): void {
  saveText(`${studio.project.name || 'project'}.json`, JSON.stringify(studio.project, null, 2));
}
