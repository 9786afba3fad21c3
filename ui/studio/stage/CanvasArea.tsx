import { Suspense } from 'react';
import { useSnapshot } from 'valtio';
import { importStatus } from '../../media/imports.ts';
import { StartScreen } from '../StartScreen.tsx';
import { lazyPart } from '../state/lazyPart.ts';
import { hasContent, studio } from '../state/studio.ts';

/** The canvas and its overlays, loaded lazily: the start screen does not need them. */
export const Stage = lazyPart(async () => (await import('./Stage.tsx')).default);

/** The middle of the editor: the canvas, or the start screen for an empty project. */
export function CanvasArea() {
  const { project, showCanvas } = useSnapshot(studio);
  const { words } = useSnapshot(importStatus);
  return (
    <>
      {hasContent(project, showCanvas) ? (
        <Suspense fallback={null}>
          <Stage />
        </Suspense>
      ) : (
        <StartScreen />
      )}
      <div className="stage-taking" role="status" hidden={words === ''}>
        {words}
      </div>
    </>
  );
}
