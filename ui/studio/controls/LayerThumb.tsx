import { AudioLines } from 'lucide-react';
import { type ReactNode, useMemo, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { isTransparent } from '../../../engine/layout/color.ts';
import { fontStack } from '../../../engine/painters/fonts.ts';
import type { Layer, LayerOf, LayerType, TextLayer } from '../../../engine/project/layers.ts';
import type { Project } from '../../../engine/project/project.ts';
import { localUrlOf, mediaTable } from '../../media/mediaTable.ts';
import { pictureKey } from '../../media/stills.ts';
import { ScenePicture } from '../../preview/ScenePicture.tsx';
import { isolateLayer } from './aloneOf.ts';

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
  return (
    <span className="layer-thumb" style={{ background }} aria-hidden="true">
      {(thumbs[layer.type] as Thumb<Layer>)(layer, project)}
    </span>
  );
}

type Thumb<L> = (layer: L, project: Project) => ReactNode;

const asPainted: Thumb<Layer> = (layer, project) => <Alone project={project} layer={layer} />;

const thumbs: { readonly [T in LayerType]: Thumb<LayerOf<T>> } = {
  text: (layer) => <Letters layer={layer} />,
  image: asPainted,
  video: asPainted,
  shape: asPainted,
  placeholder: asPainted,
  audio: () => <AudioLines className="layer-sound" />,
  subtitles: () => 'CC',
};

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
