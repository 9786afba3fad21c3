import { createPlayer } from '../../../engine/browser/player/clockedPlayer.ts';
import type { PlayerOptions } from '../../../engine/browser/player/player.ts';

type Answers = Required<Pick<PlayerOptions, 'onProblem' | 'isSceneHeld'>>;

let answers: Partial<Answers> = {};

/** The Studio's player: the only place that says which moment is shown, and what is drawn of it. */
export const player = createPlayer({
  onProblem: (problem) => answers.onProblem?.(problem),
  isSceneHeld: () => answers.isSceneHeld?.() ?? false,
});

/** Says what answers the player's questions; it is made before what they need. */
export function answerPlayer(given: Answers): void {
  answers = given;
}
