import { createPlayer } from '../../../engine/browser/player/clockedPlayer.ts';
import type { Loop, PlayerOptions } from '../../../engine/browser/player/player.ts';

type Answers = Required<Pick<PlayerOptions, 'onProblem'>> & { loop(): Loop };

let answers: Partial<Answers> = {};

/** The Studio's player: the single source of the current time and of what is drawn. */
export const player = createPlayer({
  onProblem: (problem) => answers.onProblem?.(problem),
  loop: () => answers.loop?.() ?? 'project',
});

/**
 * Sets the handlers of the player's events. Needed because the player is created before the modules that handle them.
 */
export function setPlayerHandlers(handlers: Answers): void {
  answers = handlers;
}
