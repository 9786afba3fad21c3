import { AudioLines, Box, Image, type LucideIcon, Shapes, Type, Video } from 'lucide-react';
import { memo } from 'react';
import type { Layer } from '../../../engine/project/layers.ts';
import { filmLegs } from '../../../engine/timeline/filmLegs.ts';
import type { LayerSpan, SceneSpan } from '../../../engine/timeline/spans.ts';
import { layerPreview, layerTitle } from '../controls/layerTitle.ts';
import { selectLayer } from '../state/studio.ts';
import { FilmStrip } from '../strips/FilmStrip.tsx';

/** From one row of layers to the next, CSS pixels. */
export const ROW_HEIGHT = 44;
/** Height of a layer's bar, CSS pixels: large enough for a finger. */
const BAR_HEIGHT = 40;
/** A scene that is narrower than this shows no layers, CSS pixels: nobody could tell them apart. */
const LEAST_WIDTH = 16;

interface Props {
  span: SceneSpan;
  /** CSS pixels a second. */
  scale: number;
  selectedLayerId: string | null;
}

/** The layers of a scene, front to back, each as long as it is seen. */
export const Tracks = memo(function Tracks({
  span: { layers, start, end, sceneIndex },
  scale,
  selectedLayerId,
}: Props) {
  const width = (end - start) * scale;
  if (width < LEAST_WIDTH) return null;
  return (
    <ul className="tracks" aria-label={`Layers of scene ${sceneIndex + 1}`} style={{ left: start * scale, width }}>
      {layers.toReversed().map((layer) => (
        <Track key={layer.layer.id} span={layer} scale={scale} isSelected={layer.layer.id === selectedLayerId} />
      ))}
    </ul>
  );
});

const icons: Record<Layer['type'], LucideIcon> = {
  text: Type,
  image: Image,
  video: Video,
  shape: Shapes,
  placeholder: Box,
  audio: AudioLines,
};

function Track({ span, scale, isSelected }: { span: LayerSpan; scale: number; isSelected: boolean }) {
  const { layer } = span;
  const Icon = icons[layer.type];
  const words = layerPreview(layer);
  return (
    <li style={{ height: ROW_HEIGHT }}>
      <button
        type="button"
        className="track"
        data-type={layer.type}
        style={{ height: BAR_HEIGHT }}
        aria-pressed={isSelected}
        aria-label={[layerTitle(layer), words].join(' ').trim()}
        onClick={() => selectLayer(isSelected ? null : layer.id)}
      >
        {layer.type === 'video' && <Film url={layer.url} duration={layer.duration ?? 0} span={span} scale={scale} />}
        <span className="track-words">
          <Icon aria-hidden="true" />
          <span>{words || layerTitle(layer)}</span>
        </span>
      </button>
    </li>
  );
}

interface FilmProps {
  url: string;
  /** Of the file, seconds. */
  duration: number;
  span: LayerSpan;
  scale: number;
}

/** What a film plays: again where it loops, backwards where it goes back; nothing where its end is held. */
function Film({ url, duration, span, scale }: FilmProps) {
  return filmLegs(span).map(({ at, length, from, to }) => (
    <span key={at} className="track-film" style={{ left: at * scale, width: length * scale }}>
      <FilmStrip url={url} duration={duration} from={from} to={to} height={BAR_HEIGHT} />
    </span>
  ));
}
