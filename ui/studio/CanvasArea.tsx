import { Square, Upload } from 'lucide-react';
import { Suspense } from 'react';
import { useSnapshot } from 'valtio';
import { canvasPurposes } from '../../engine/edit/canvas.ts';
import { lazyPart } from '../app/lazyPart.ts';
import { importStatus } from '../client/media/imports.ts';
import { RatioFrame } from '../kit/RatioFrame.tsx';
import { LeftDock, MediaPanel, Stage } from './parts.ts';
import { AddFiles } from './projects/AddFiles.tsx';
import { savedProjects } from './state/autosaveStudio.ts';
import { docks } from './state/docks.ts';
import { startBlank, startSized } from './state/open.ts';
import { hasContent, studio } from './state/studio.ts';

/** The middle of the editor: the canvas, or the start screen for an empty project. */
export function CanvasArea() {
  const { project, showCanvas } = useSnapshot(studio);
  const { words } = useSnapshot(importStatus);
  return (
    <>
      {hasContent(project, showCanvas) ? (
        <section aria-label="Canvas">
          <Suspense fallback={null}>
            <Stage />
          </Suspense>
        </section>
      ) : (
        <StartScreen />
      )}
      <div className="small medium stage-taking" role="status" hidden={words === ''}>
        {words}
      </div>
    </>
  );
}

/** Loaded only if there is something to show. */
const StartShelves = lazyPart(async () => (await import('./StartShelves.tsx')).StartShelves);

/** Shown in place of the canvas for an empty project. */
function StartScreen() {
  const { list } = useSnapshot(savedProjects);
  return (
    <div className="start">
      <div className="start-inner">
        <h1 tabIndex={-1}>Create something</h1>
        <div className="stack-2 start-ways">
          <AddFiles className="soft small stack-half start-way accent">
            <Upload aria-hidden="true" />
            <strong>Upload</strong>
            <span className="for-mouse">or, drag and drop videos and images, or paste a link</span>
            <span className="for-finger">Videos and images, or a link</span>
          </AddFiles>
          <button type="button" className="soft small stack-half start-way" onClick={startBlank}>
            <Square aria-hidden="true" />
            <strong>Start with a blank canvas</strong>
            <span>Text, shapes, a color</span>
          </button>
        </div>
        <section aria-labelledby="sizes-title">
          <h2 id="sizes-title" className="label start-sizes-title">
            Or with a canvas for
          </h2>
          <ul className="wrap start-sizes">
            {canvasPurposes.map((size) => (
              <li key={size.purpose}>
                <button type="button" title={`${size.width} × ${size.height}`} onClick={() => startSized(size)}>
                  <RatioFrame ratio={size.ratio} />
                  {size.purpose}
                </button>
              </li>
            ))}
          </ul>
        </section>
        {list.length > 0 && (
          <Suspense fallback={null}>
            <StartShelves />
          </Suspense>
        )}
      </div>
    </div>
  );
}

/**
 * The panel at the left on wide screens: the scenes or the files. Reserves its space while loading; hidden next to the
 * start screen.
 */
export function LeftPanel() {
  const { project, showCanvas } = useSnapshot(studio);
  const { left } = useSnapshot(docks);
  if (!hasContent(project, showCanvas)) return null;
  return (
    <aside className="scene-list" aria-label={left === 'media' ? 'Media' : 'Scenes'}>
      <Suspense fallback={null}>
        <LeftDock
          media={
            <Suspense fallback={<div className="grow" aria-busy="true" />}>
              <MediaPanel />
            </Suspense>
          }
        />
      </Suspense>
    </aside>
  );
}
