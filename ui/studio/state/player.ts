import type { Loop } from '../../../engine/browser/player/player.ts';
import { createProjectPlayer, type OpenPlayerOptions } from '../../../engine/browser/player/projectPlayer.ts';
import { playedUrlOf } from '../../client/media/audioTracks.ts';
import { playableUrlOf } from '../../client/media/mediaTable.ts';
import { readWave } from '../../client/media/onDemand.ts';

interface Answers extends Required<Pick<OpenPlayerOptions, 'onProblem'>> {
  loop(): Loop;
}

let answers: Partial<Answers> = {};

/** The Studio's player: the single source of the current time and of what is drawn. */
export const player = createProjectPlayer({
  media: { urlOf: playableUrlOf },
  audio: { urlOf: playedUrlOf, readWave, preload: true },
  quality: 'auto',
  loop: () => answers.loop?.() ?? 'project',
  onProblem: (problem) => answers.onProblem?.(problem),
});

/**
 * Sets the handlers of the player's events. Needed because the player is created before the modules that handle them.
 */
export function setPlayerHandlers(handlers: Answers): void {
  answers = handlers;
}
