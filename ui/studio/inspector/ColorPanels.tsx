import { useLayoutEffect } from 'react';
import { useSnapshot } from 'valtio';
import { setSceneBackground } from '../../../engine/edit/scenes.ts';
import { colorOf, setLayerColor, setLayerFields, setOutlineColor } from '../../../engine/edit/style.ts';
import { lacksOutline } from '../../../engine/kinds/shape.ts';
import { isText } from '../../../engine/kinds/text.ts';
import { ownFace } from '../../client/brand/fontFamilies.ts';
import { FontList } from '../../pickers/FontList.tsx';
import { BackgroundFields } from '../controls/BackgroundFields.tsx';
import { ProjectColorPicker } from '../controls/ProjectColorPicker.tsx';
import { changeSelected, useLayer } from '../state/layers.ts';
import { change, endStep, sceneOf, studio } from '../state/studio.ts';

/** Color of the selected layer: text color, fill of a shape, background of a placeholder. */
export function LayerColor() {
  const layer = useLayer();
  useLayoutEffect(() => endStep, []);
  const now = layer && colorOf(layer, 'color');
  if (!layer || !now) return <p className="soft">This layer has no color of its own.</p>;
  return (
    <ProjectColorPicker
      value={now.color}
      onChange={(chosen) =>
        changeSelected(layer, (project, { id }) => setLayerColor(project, id, chosen), `color:${layer.id}`)
      }
      onEnd={endStep}
      clear={now.canBeNone && 'none'}
    />
  );
}

/** Outline color of a shape or text, or color of a line or arrow. */
export function OutlineColor() {
  const layer = useLayer();
  useLayoutEffect(() => endStep, []);
  const now = layer && colorOf(layer, 'outline');
  if (!layer || !now) return <p className="soft">This layer has no outline.</p>;
  return (
    <>
      {lacksOutline(layer) && (
        <p className="panel-hint soft small">The outline is visible at a line width of 1 or more.</p>
      )}
      <ProjectColorPicker
        value={now.color}
        onChange={(chosen) =>
          changeSelected(layer, (project, { id }) => setOutlineColor(project, id, chosen), `outline:${layer.id}`)
        }
        onEnd={endStep}
        clear={now.canBeNone && 'none'}
      />
    </>
  );
}

/** Background color of the scene. */
export function BackgroundColor() {
  const { project, selectedSceneId } = useSnapshot(studio);
  const { id, background } = sceneOf(project, selectedSceneId);
  useLayoutEffect(() => endStep, []);
  return (
    <ProjectColorPicker
      value={background}
      onChange={(color) => change((now) => setSceneBackground(now, id, color), `background:${id}`)}
      onEnd={endStep}
      clear="transparent"
    />
  );
}

/** Background of the selected text. */
export function TextBackground() {
  const layer = useLayer(isText);
  return layer ? <BackgroundFields layer={layer} /> : null;
}

/** Font of the selected text. */
export function Fonts() {
  const layer = useLayer(isText);
  if (!layer) return <p className="soft">This layer has no text.</p>;
  return (
    <FontList
      value={layer.fontFamily}
      onChoose={(family) =>
        change((now) => setLayerFields(now, layer.id, 'text', { fontFamily: ownFace(family, layer) }))
      }
    />
  );
}
