import { transitionEffects } from '../../../engine/effects/index.ts';
import type { Scene } from '../../../engine/project/project.ts';
import type { TransitionType } from '../../../engine/project/videoEffects.ts';

/** Every way in which a scene may follow another, as it is offered. */
export const transitionChoices: readonly { type: TransitionType; title: string }[] = [
  { type: 'cut', title: 'Cut' },
  ...transitionEffects.map(({ id, title }) => ({ type: id, title })),
];

/** What the way in which a scene comes in is called. */
export function transitionTitle({ transition }: Scene): string {
  const wanted = transition?.type ?? 'cut';
  return transitionChoices.find(({ type }) => type === wanted)?.title ?? '';
}
