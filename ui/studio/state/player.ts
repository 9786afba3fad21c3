import { type OpenPlayerOptions, openPlayer } from '../../../engine/browser/player/openPlayer.ts';
import type { Loop } from '../../../engine/browser/player/player.ts';
import { playedUrlOf } from '../../media/audioTracks.ts';
import { playableUrlOf } from '../../media/mediaTable.ts';
import { readWave } from '../../media/readWave.ts';
import { stillsOf } from '../../media/stills.ts';
import { standIn } from '../../media/strips.ts';

interface Answers extends Required<Pick<OpenPlayerOptions, 'onProblem'>> {
  loop(): Loop;
}

let answers: Partial<Answers> = {};

/** The Studio's player: the single source of the current time and of what is drawn. */
export const player = openPlayer({
  media: { urlOf: playableUrlOf, videoFallback: stillsOf, standIn },
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
