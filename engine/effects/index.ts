import type { PictureLayer } from '../project/layers.ts';
import type { TransitionType } from '../project/videoEffects.ts';
import type { AdjustEffect, Adjustment } from './adjustment.ts';
import { brightness } from './brightness.ts';
import { contrast } from './contrast.ts';
import { dissolve } from './dissolve.ts';
import { fade } from './fade.ts';
import { fadeThroughBlack } from './fadeThroughBlack.ts';
import { filterPresets } from './presets.ts';
import { saturation } from './saturation.ts';
import { slide } from './slide.ts';
import type { TransitionEffect } from './transitionEffect.ts';
import { wipe } from './wipe.ts';
import { zoom } from './zoom.ts';

/** The filters of a video that one number sets, in the order in which they are applied, after its preset. */
export const adjustEffects: readonly AdjustEffect[] = [brightness, contrast, saturation, fade];

/** The ways in which a scene may follow another, in the order in which they are offered; a cut is none of them. */
export const transitionEffects: readonly TransitionEffect[] = [fadeThroughBlack, dissolve, slide, wipe, zoom];

/** Preset and filters of a picture or video as one adjustment. */
export function adjustmentOf(layer: PictureLayer): Adjustment {
  return adjustEffects.reduce(
    (adjustment, { id, adjustment: of }) => thenAdjustment(adjustment, of(layer[id])),
    filterPresets[layer.filterName],
  );
}

/** The effect of a transition's type. */
export function transitionEffect(type: Exclude<TransitionType, 'cut'>): TransitionEffect {
  return transitionEffects.find(({ id }) => id === type) as TransitionEffect;
}

/** One adjustment after another, as one. */
export function thenAdjustment(first: Adjustment, second: Adjustment): Adjustment {
  return {
    gain: first.gain * second.gain,
    lift: first.lift * second.gain + second.lift,
    chroma: first.chroma * second.chroma,
    u: first.u * second.chroma + second.u,
    v: first.v * second.chroma + second.v,
  };
}
