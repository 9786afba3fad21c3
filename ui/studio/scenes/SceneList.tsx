import { Suspense } from 'react';
import { useSnapshot } from 'valtio';
import { lazyPart } from '../state/lazyPart.ts';
import { hasContent, studio } from '../state/studio.ts';

/** The list, which comes once there is something in it. */
export const SceneColumn = lazyPart(async () => (await import('./SceneColumn.tsx')).default);

/**
 * The scenes beside the canvas, on wide screens. Keeps its place until it is loaded; beside the start
 * screen there is nothing to list yet.
 */
export function SceneList() {
  const { project, showCanvas } = useSnapshot(studio);
  if (!hasContent(project, showCanvas)) return null;
  return (
    <aside className="scene-list" aria-label="Scenes">
      <Suspense fallback={null}>
        <SceneColumn />
      </Suspense>
    </aside>
  );
}
