import type { PictureLayer } from '../project/layers.ts';
import type { TransitionType } from '../project/videoEffects.ts';
import type { AdjustEffect } from './adjustEffect.ts';
import type { Adjustment } from './adjustment.ts';
import { brightness } from './brightness.ts';
import { contrast } from './contrast.ts';
import { dissolve } from './dissolve.ts';
import { fadeThroughBlack } from './fadeThroughBlack.ts';
import { looks } from './presets.ts';
import { saturation } from './saturation.ts';
import { slide } from './slide.ts';
import { thenAdjustment } from './thenAdjustment.ts';
import type { TransitionEffect } from './transitionEffect.ts';
import { veil } from './veil.ts';
import { wipe } from './wipe.ts';
import { zoom } from './zoom.ts';

/** The filters of a video that one number sets, in the order in which they are applied, after its look. */
export const adjustEffects: readonly AdjustEffect[] = [brightness, contrast, saturation, veil];

/** The ways in which a scene may follow another, in the order in which they are offered; a cut is none of them. */
export const transitionEffects: readonly TransitionEffect[] = [fadeThroughBlack, dissolve, slide, wipe, zoom];

/** Look and filters of a picture or video as one adjustment. */
export function adjustmentOf(layer: PictureLayer): Adjustment {
  return adjustEffects.reduce(
    (adjustment, { id, adjustment: of }) => thenAdjustment(adjustment, of(layer[id])),
    looks[layer.filterName],
  );
}

/** The effect of a transition's type. */
export function transitionEffect(type: Exclude<TransitionType, 'cut'>): TransitionEffect {
  return transitionEffects.find(({ id }) => id === type) as TransitionEffect;
}
