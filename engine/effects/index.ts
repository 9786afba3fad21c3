import type { ImageLayer, VideoLayer } from '../project/layers.ts';
import type { TransitionType } from '../project/videoEffects.ts';
import { brightness } from './brightness.ts';
import { contrast } from './contrast.ts';
import { dissolve } from './dissolve.ts';
import { fadeThroughBlack } from './fadeThroughBlack.ts';
import { looks } from './looks.ts';
import { saturation } from './saturation.ts';
import { slide } from './slide.ts';
import { thenTone } from './thenTone.ts';
import type { Tone } from './tone.ts';
import type { ToneEffect } from './toneEffect.ts';
import type { TransitionEffect } from './transitionEffect.ts';
import { veil } from './veil.ts';
import { wipe } from './wipe.ts';
import { zoom } from './zoom.ts';

/** The filters of a video that one number sets, in the order in which they are applied, after its look. */
export const toneEffects: readonly ToneEffect[] = [brightness, contrast, saturation, veil];

/** The ways in which a scene may follow another, in the order in which they are offered; a cut is none of them. */
export const transitionEffects: readonly TransitionEffect[] = [fadeThroughBlack, dissolve, slide, wipe, zoom];

/** Look and filters of a picture or video as one tone. */
export function toneOf(layer: ImageLayer | VideoLayer): Tone {
  return toneEffects.reduce((tone, { id, tone: of }) => thenTone(tone, of(layer[id])), looks[layer.filterName]);
}

/** The effect of a transition's type. */
export function transitionEffect(type: Exclude<TransitionType, 'cut'>): TransitionEffect {
  return transitionEffects.find(({ id }) => id === type) as TransitionEffect;
}
