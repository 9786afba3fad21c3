import SceneColumn from '../scenes/SceneColumn.tsx';

/** Route scenes: the way to the scenes where there is no room for them beside the canvas. */
export default function Scenes() {
  return (
    <div className="scene-sheet">
      <SceneColumn />
    </div>
  );
}
