import { Suspense } from 'react';
import { useSnapshot } from 'valtio';
import { lazyPart } from '../../app/lazyPart.ts';
import { hasContent, studio } from '../state/studio.ts';

/** The list, loaded once there is something to show. */
export const SceneColumn = lazyPart(async () => (await import('./SceneColumn.tsx')).SceneColumn);

/**
 * The scene list next to the canvas on wide screens. Reserves its space while loading; hidden next to the start screen.
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
