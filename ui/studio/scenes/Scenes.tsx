import { SceneColumn } from './SceneColumn.tsx';

/** Route scenes: the list of scenes where there is no room for it next to the canvas. */
export function Scenes() {
  return (
    <div className="scene-sheet">
      <SceneColumn />
    </div>
  );
}
