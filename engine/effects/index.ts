import type { PictureLayer } from '../project/layers.ts';
import type { FilterAmount } from '../project/videoEffects.ts';
import type { AdjustEffect, Adjustment } from './adjustment.ts';
import { brightness } from './brightness.ts';
import { contrast } from './contrast.ts';
import { fade } from './fade.ts';
import { filterPresets } from './presets.ts';
import { saturation } from './saturation.ts';
import { vignetteSlider } from './vignette.ts';

/** Adjustments with one parameter, in order of application, after the preset. */
export const adjustEffects: readonly AdjustEffect[] = [brightness, contrast, saturation, fade];

/** A filter amount as a slider; `usual` changes nothing. */
export interface FilterSlider {
  id: FilterAmount;
  title: string;
  /** Its description in forms, help and reference. */
  description: string;
  min: number;
  max: number;
  step: number;
  usual: number;
}

/** All filter amounts in display order: the vignette comes before the fade. */
export const filterSliders: readonly FilterSlider[] = [
  ...[brightness, contrast, saturation].map(sliderOf),
  vignetteSlider,
  sliderOf(fade),
];

function sliderOf({ id, title, description, range }: AdjustEffect): FilterSlider {
  return { id, title, description, ...range };
}

/** Combines filter preset and adjustments of an image or video. */
export function adjustmentOf(layer: PictureLayer): Adjustment {
  return adjustEffects.reduce(
    (adjustment, { id, adjustment: of }) => thenAdjustment(adjustment, of(layer[id])),
    filterPresets[layer.filterName],
  );
}

/** Combines two adjustments, applied in order. */
export function thenAdjustment(first: Adjustment, second: Adjustment): Adjustment {
  return {
    gain: first.gain * second.gain,
    lift: first.lift * second.gain + second.lift,
    chroma: first.chroma * second.chroma,
    u: first.u * second.chroma + second.u,
    v: first.v * second.chroma + second.v,
  };
}
