import type { TransitionType } from '../project/videoEffects.ts';
import { blur } from './blur.ts';
import { clock } from './clock.ts';
import { cover } from './cover.ts';
import { dissolve } from './dissolve.ts';
import { fadeThroughBlack } from './fadeThroughBlack.ts';
import { fadeThroughWhite } from './fadeThroughWhite.ts';
import { flip } from './flip.ts';
import { glitch } from './glitch.ts';
import { iris } from './iris.ts';
import { push } from './push.ts';
import { slide } from './slide.ts';
import { spin } from './spin.ts';
import type { TransitionEffect, TransitionTable } from './transition.ts';
import { wipe } from './wipe.ts';
import { zoom } from './zoom.ts';

/** All transitions, without the cut. Their titles and order are in `engine/project/videoEffects.ts`. */
const transitions: TransitionTable = {
  fade: fadeThroughBlack,
  'fade-white': fadeThroughWhite,
  ...{ dissolve, blur, slide, push, cover, wipe, iris, clock, zoom, spin, flip, glitch },
};

/** Returns the effect of a transition type. */
export function transitionEffect(type: Exclude<TransitionType, 'cut'>): TransitionEffect {
  return transitions[type];
}
