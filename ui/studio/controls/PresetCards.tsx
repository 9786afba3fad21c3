import type { RefObject } from 'react';
import { type FilterName, filterNames } from '../../../engine/project/videoEffects.ts';
import { PRESET_PICTURE } from '../../preview/presetPainter.ts';
import { ThumbCards } from './ThumbCards.tsx';

interface Props {
  /** Ref for painting the thumbnails: canvases with the preset's name as `data-preset`. */
  place: RefObject<HTMLFieldSetElement | null>;
  value: FilterName;
  onChoose: (name: FilterName) => void;
}

/** The filter presets as thumbnails. */
export function PresetCards({ place, value, onChoose }: Props) {
  return <ThumbCards legend="Look" name="look" choices={choices} value={value} place={place} onChoose={onChoose} />;
}

const aspectRatio = `${PRESET_PICTURE.width} / ${PRESET_PICTURE.height}`;
const choices = filterNames.map((name) => ({
  value: name,
  title: name,
  picture: <canvas data-preset={name} style={{ aspectRatio }} />,
}));
