import type { ReactNode } from 'react';
import { messages } from '../../engine/project/messages.ts';
import { Boundary } from '../components/Boundary.tsx';
import { saveText } from '../components/saveFile.ts';
import { isChunkMissing } from './state/lazyPart.ts';
import { studio } from './state/studio.ts';

/** Error boundary of the Studio: offers to retry, or to save the project as a file. */
export function StudioBoundary({ children }: { children: ReactNode }) {
  return <Boundary instead={(again) => <StudioBroke onAgain={again} />}>{children}</Boundary>;
}

function StudioBroke({ onAgain }: { onAgain: () => void }) {
  return (
    <main id="main" className="page">
      <div className="lone" role="alert">
        <h1>{messages.unknown}</h1>
        <p>Your project is saved in this browser. You can also save it as a file.</p>
        <div className="lone-actions">
          <button type="button" className="button primary large" onClick={downloadProject}>
            Download the project
          </button>
          <button
            type="button"
            className="button plain large"
            onClick={() => (isChunkMissing() ? location.reload() : onAgain())}
          >
            Try again
          </button>
        </div>
      </div>
    </main>
  );
}

function downloadProject(): void {
  saveText(`${studio.project.name || 'project'}.json`, JSON.stringify(studio.project, null, 2));
}
