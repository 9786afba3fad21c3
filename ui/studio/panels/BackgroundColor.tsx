import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { setSceneBackground } from '../../../engine/edit/scenes.ts';
import { ColorPicker } from '../controls/ColorPicker.tsx';
import { change, endStep, sceneOf, studio } from '../state/studio.ts';

/** Background color of the scene. */
export default function BackgroundColor() {
  const { project, selectedSceneId } = useSnapshot(studio);
  const { id, background } = sceneOf(project, selectedSceneId);
  useEffect(() => endStep, []);
  return (
    <ColorPicker
      value={background}
      onChange={(color) => change((now) => setSceneBackground(now, id, color), `background:${id}`)}
      onEnd={endStep}
      clear="transparent"
    />
  );
}
