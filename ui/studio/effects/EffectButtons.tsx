import { Aperture, AudioLines, CaretsToAxisDashedHorizontal, CaretsToAxisDashedVertical, Gauge } from 'lucide-react';
import type { ComponentProps } from 'react';
import type { VideoLayer } from '../../../engine/project/layers.ts';
import { FooterButton } from '../footer/FooterButton.tsx';
import { openOver } from '../state/go.ts';
import { setVideo } from './useVideo.ts';

/** Opens the speed of the selected video; says which where it is another than usual. */
export function SpeedButton({ layer: { speed, isReversed, isBoomeranged } }: { layer: VideoLayer }) {
  const isUsual = speed === 1 && !isReversed && !isBoomeranged;
  const label = speed === 1 ? 'Speed' : `Speed: ${Number(speed.toFixed(2))}×`;
  return <FooterButton icon={<Gauge />} {...marked(label, !isUsual)} onClick={() => openOver('speed')} />;
}

/** Opens the filters of the selected video, and mirrors it. */
export function LookButtons({ layer }: { layer: VideoLayer }) {
  const { filterName, brightness, contrast, saturation, vignette, fadeOpacity, flipped, flippedVertical } = layer;
  const isPlain =
    filterName === 'Original' &&
    [brightness, contrast, saturation].every((amount) => amount === 100) &&
    vignette === 0 &&
    fadeOpacity === 0;
  return (
    <>
      <FooterButton icon={<Aperture />} {...marked('Filters', !isPlain)} onClick={() => openOver('filters')} />
      <FooterButton
        label="Flip"
        icon={<CaretsToAxisDashedVertical />}
        pressed={flipped}
        onClick={() => setVideo(layer, { flipped: !flipped }, true)}
      />
      <FooterButton
        label="Flip vertically"
        icon={<CaretsToAxisDashedHorizontal />}
        pressed={flippedVertical}
        onClick={() => setVideo(layer, { flippedVertical: !flippedVertical }, true)}
      />
    </>
  );
}

/** Opens the volume of the selected video. */
export function VolumeButton({ layer: { volume, fadeIn, fadeOut } }: { layer: VideoLayer }) {
  const isUsual = volume === 1 && fadeIn === 0 && fadeOut === 0;
  return <FooterButton icon={<AudioLines />} {...marked('Volume', !isUsual)} onClick={() => openOver('volume')} />;
}

/** The name of a control that may have changed something, which a point at its icon tells those who see. */
function marked(
  label: string,
  isChanged: boolean,
): Pick<ComponentProps<typeof FooterButton>, 'label' | 'name' | 'className'> {
  return isChanged ? { label, name: `${label}, changed`, className: 'is-marked' } : { label };
}
