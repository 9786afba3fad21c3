import { transitionEffects } from '../../../engine/effects/index.ts';
import type { Scene } from '../../../engine/project/project.ts';
import type { TransitionType } from '../../../engine/project/videoEffects.ts';

/** All transitions on offer, with a plain cut first. */
export const transitionChoices: readonly { type: TransitionType; title: string }[] = [
  { type: 'cut', title: 'Cut' },
  ...transitionEffects.map(({ id, title }) => ({ type: id, title })),
];

/** The name of a scene's transition. */
export function transitionTitle({ transition }: Scene): string {
  const wanted = transition?.type ?? 'cut';
  return transitionChoices.find(({ type }) => type === wanted)?.title ?? '';
}
