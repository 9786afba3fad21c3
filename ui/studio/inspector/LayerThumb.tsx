import { useMemo, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { isLine } from '../../../engine/kinds/shape.ts';
import { isText } from '../../../engine/kinds/text.ts';
import { layerBox } from '../../../engine/layout/box.ts';
import { canvasSize } from '../../../engine/layout/canvasSize.ts';
import { isTransparent } from '../../../engine/layout/color.ts';
import { fontStack } from '../../../engine/painters/fonts.ts';
import type { Layer, TextLayer } from '../../../engine/project/layers.ts';
import { type Project, project as projectSchema } from '../../../engine/project/project.ts';
import { localUrlOf, mediaTable } from '../../client/media/mediaTable.ts';
import { pictureKey } from '../../client/media/stills.ts';
import { ScenePicture } from '../../player/ScenePicture.tsx';
import { layerKindOf } from '../actions/layerKinds.ts';

/** Margin for lines and outlines, which extend beyond the box, as a share of the longer side. */
const margin = 0.06;

/** A still project of one layer in its own size: always visible, without animation and even if hidden. */
export function isolateLayer(project: Project, layer: Layer): Project {
  const box = layerBox(layer, canvasSize(project));
  // A line paints only around the middle of its box.
  const height = isLine(layer) ? box.width / 2 : box.height;
  const room = margin * Math.max(box.width, height);
  const size = {
    width: Math.min(4096, Math.max(16, Math.round(box.width + 2 * room))),
    height: Math.min(4096, Math.max(16, Math.round(height + 2 * room))),
  };
  const left = (100 * room) / (box.width + 2 * room || 1);
  const top = (100 * room) / (height + 2 * room || 1);
  const position = {
    ...layer.position,
    x: `${left.toFixed(3)}%`,
    y: `${top.toFixed(3)}%`,
    width: `${(100 - 2 * left).toFixed(3)}%`,
    height: `${(100 - 2 * top).toFixed(3)}%`,
    rotation: 0,
  };
  const resting = {
    ...layer,
    ...{ from: undefined, to: undefined, isHidden: undefined },
    ...{ keyframes: undefined, animateIn: undefined, animateOut: undefined },
  };
  return projectSchema.parse(
    {
      ...size,
      isImage: true,
      scenes: [{ id: 'alone', background: 'transparent', layers: [{ ...resting, position }] }],
    },
    { jitless: true },
  );
}

interface Props {
  project: Project;
  layer: Layer;
  /** Background color of the scene. */
  background: string;
}

/**
 * A thumbnail of a single layer on its scene's background, drawn by the painters. Text shows its first letters; audio
 * and subtitles show an icon.
 */
export function LayerThumb({ project, layer, background }: Props) {
  const { thumb } = layerKindOf(layer);
  // The background of the scene may be as bright as an icon.
  const isIcon = thumb === 'CC' || thumb === 'icon';
  return (
    <span className="center layer-thumb" style={isIcon ? undefined : { background }} aria-hidden="true">
      <Thumb project={project} layer={layer} />
    </span>
  );
}

function Thumb({ project, layer }: Omit<Props, 'background'>) {
  const { thumb, icon: Icon } = layerKindOf(layer);
  if (thumb === 'CC') return thumb;
  if (thumb === 'icon') return <Icon className="layer-sound" />;
  return thumb === 'letters' && isText(layer) ? <Letters layer={layer} /> : <Alone project={project} layer={layer} />;
}

/** A whole text would be unreadable. */
function Letters({ layer }: { layer: TextLayer }) {
  const { text, fontFamily, fontWeight, fontStyle, color, textShadow } = layer;
  const letters = [...text.trim()].slice(0, 2).join('') || 'Aa';
  const outline = isTransparent(textShadow) ? {} : { WebkitTextStroke: `2px ${textShadow}`, paintOrder: 'stroke fill' };
  const weight = fontWeight === 'bold' ? 700 : 400;
  return (
    <span
      className="layer-letters"
      style={{ fontFamily: fontStack(fontFamily, letters), fontWeight: weight, fontStyle, color, ...outline }}
    >
      {letters}
    </span>
  );
}

function Alone({ project, layer }: { project: Project; layer: Layer }) {
  const files = useSnapshot(mediaTable);
  const alone = useAlone(project, layer);
  const mediaKey = 'url' in layer ? pictureKey(files, layer.url) : '';
  return <ScenePicture project={alone} urlOf={localUrlOf} mediaKey={mediaKey} />;
}

/**
 * A project with this layer only. Keeps its identity while the layer looks the same, so that moving it does not
 * repaint.
 */
function useAlone(project: Project, layer: Layer): Project {
  const last = useRef<{ key: string; alone: Project }>(undefined);
  return useMemo(() => {
    const alone = isolateLayer(project, layer);
    const key = JSON.stringify(alone);
    if (last.current?.key !== key) last.current = { key, alone };
    return last.current.alone;
  }, [project, layer]);
}
