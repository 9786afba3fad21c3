import {
  Aperture,
  ArrowRightToLine,
  AudioLines,
  CaretsToAxisDashedHorizontal,
  CaretsToAxisDashedVertical,
  Clock,
  Diamond,
  Gauge,
  ImagePlay,
  Pipette,
  SlidersHorizontal,
  WandSparkles,
} from 'lucide-react';
import type { ComponentProps } from 'react';
import { hasDefaultLook } from '../../../engine/edit/pictureLook.ts';
import { isAnimated, isKeyed, isSound } from '../../../engine/kinds/families.ts';
import type { ImageLayer, Layer, PictureLayer, PlayedLayer } from '../../../engine/project/layers.ts';
import { isUnfiltered } from '../../../engine/project/videoEffects.ts';
import { mediaRun } from '../../../engine/timeline/durations.ts';
import { IconButton } from '../../kit/IconButton.tsx';
import { FooterButton } from '../controls/FooterButton.tsx';
import { openSheet } from '../state/go.ts';
import { setFields } from '../state/layers.ts';

/** Opens the speed panel of the selected video or audio. The label shows a changed speed. */
export function SpeedButton({ layer }: { layer: PlayedLayer }) {
  const { speed } = layer;
  const { stills, isReversed, isBoomeranged } = mediaRun(layer);
  const isUsual = speed === 1 && !stills && !isReversed && !isBoomeranged;
  const label = speed === 1 ? 'Speed' : `Speed: ${Number(speed.toFixed(2))}×`;
  return <FooterButton icon={<Gauge />} {...marked(label, !isUsual)} onClick={() => openSheet('speed')} />;
}

/** Opens the motion panel of the selected image. */
export function MotionButton({ layer: { motion } }: { layer: ImageLayer }) {
  return (
    <FooterButton
      icon={<ImagePlay />}
      {...marked('Motion', motion !== undefined)}
      onClick={() => openSheet('motion')}
    />
  );
}

/** Opens the filters, style and chroma key of the selected video or image, and flips it. */
export function LookButtons({ layer }: { layer: PictureLayer }) {
  const { flipped, flippedVertical, chromaKey } = layer;
  return (
    <>
      <FooterButton
        icon={<Aperture />}
        {...marked('Filters', !isUnfiltered(layer))}
        onClick={() => openSheet('filters')}
      />
      <FooterButton
        icon={<WandSparkles />}
        {...marked('Style', !hasDefaultLook(layer))}
        onClick={() => openSheet('picture-style')}
      />
      <FooterButton
        icon={<Pipette />}
        {...marked('Chroma key', chromaKey !== undefined)}
        onClick={() => openSheet('chroma-key')}
      />
      <FooterButton
        label="Flip"
        icon={<CaretsToAxisDashedVertical />}
        pressed={flipped}
        onClick={() => setFields(layer, { flipped: !flipped }, true)}
      />
      <FooterButton
        label="Flip vertically"
        icon={<CaretsToAxisDashedHorizontal />}
        pressed={flippedVertical}
        onClick={() => setFields(layer, { flippedVertical: !flippedVertical }, true)}
      />
    </>
  );
}

/** Flips the selected video or image, in the inspector. */
export function FlipButtons({ layer }: { layer: PictureLayer }) {
  const { flipped, flippedVertical } = layer;
  return (
    <>
      <IconButton
        icon={CaretsToAxisDashedVertical}
        label="Flip"
        isOn={flipped}
        onClick={() => setFields(layer, { flipped: !flipped }, true)}
      />
      <IconButton
        icon={CaretsToAxisDashedHorizontal}
        label="Flip vertically"
        isOn={flippedVertical}
        onClick={() => setFields(layer, { flippedVertical: !flippedVertical }, true)}
      />
    </>
  );
}

/** Opens the volume panel of the selected video or audio. */
export function VolumeButton({ layer }: { layer: PlayedLayer }) {
  const { volume, fadeIn, fadeOut, pan, eq, ducking } = { ducking: undefined, ...layer };
  const isUsual = volume === 1 && fadeIn === 0 && fadeOut === 0 && !pan && !eq && !ducking;
  return <FooterButton icon={<AudioLines />} {...marked('Volume', !isUsual)} onClick={() => openSheet('volume')} />;
}

/** Opens all properties of the selection. */
export function PropertiesButton() {
  return <FooterButton label="Properties" icon={<SlidersHorizontal />} onClick={() => openSheet('inspector')} />;
}

/** Opens the time, animation and keyframe panels of the selected layer; audio has only the first. */
export function TimeButton({ layer: { from, to }, layer }: { layer: Layer }) {
  const isUsual = from === undefined && to === undefined;
  return (
    <>
      <FooterButton icon={<Clock />} {...marked('Time', !isUsual)} onClick={() => openSheet('time')} />
      {!isSound(layer) && (
        <>
          <FooterButton
            icon={<ArrowRightToLine />}
            {...marked('In and out', isAnimated(layer))}
            onClick={() => openSheet('in-and-out')}
          />
          <FooterButton
            icon={<Diamond />}
            {...marked('Keyframes', isKeyed(layer))}
            onClick={() => openSheet('keyframes')}
          />
        </>
      )}
    </>
  );
}

/** The label of a button whose setting may have changed. A dot on the icon marks it visually. */
function marked(
  label: string,
  isChanged: boolean,
): Pick<ComponentProps<typeof FooterButton>, 'label' | 'name' | 'className'> {
  return isChanged ? { label, name: `${label}, changed`, className: 'is-marked' } : { label };
}
