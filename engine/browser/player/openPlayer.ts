import { createMediaPool } from '../media/mediaPool.ts';
import { FrameCanvas } from '../preview/frameCanvas.ts';
import { watchQuality } from '../preview/watchQuality.ts';
import {
  type CanvasDrawing,
  createProjectPlayer,
  type OpenPlayerOptions,
  type ProjectPlayer,
} from './projectPlayer.ts';

/** Loads files and draws frames for any player. */
export const canvasDrawing: CanvasDrawing = {
  createMediaPool,
  createFrameCanvas: (options) => new FrameCanvas(options),
  watchQuality,
};

/**
 * Opens a player: time, files, drawing and audio of a project. Needs no framework; an application passes in where files
 * come from. A file that cannot be played never throws, but is reported by `onProblem`.
 */
export function openPlayer(options: OpenPlayerOptions): ProjectPlayer {
  return createProjectPlayer(options, canvasDrawing);
}
