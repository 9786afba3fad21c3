import { proxy, ref, subscribe } from 'valtio/vanilla';
import { createClock, SEEKER_REFRESH_MS } from '../../../engine/browser/playbackClock.ts';
import type { LoopedSpan, PlayerProblem } from '../../../engine/browser/player/player.ts';
import type { AttachOptions, PlayerScreen } from '../../../engine/browser/player/projectPlayer.ts';
import type { SoundProblem } from '../../../engine/browser/sound/soundGraph.ts';
import { isStill } from '../../../engine/project/output.ts';
import type { Project } from '../../../engine/project/project.ts';
import { totalDuration } from '../../../engine/timeline/durations.ts';
import { place } from '../../app/place.ts';
import { screenOf } from '../../app/screens.ts';
import { fileNameOf } from '../../client/media/references.ts';
import { showError, showNote } from '../../client/page/notices.ts';
import type { Unproxied } from '../../client/page/unproxied.ts';
import { rendererChoice } from '../../player/rendererChoice.ts';
import { leaveLayer } from './go.ts';
import { player, setPlayerHandlers } from './player.ts';
import { hasContent, selectPlayedScene, studio } from './studio.ts';

/** Reports a file that cannot be played. */
function reportPlayerProblem({ kind, url }: PlayerProblem | SoundProblem): void {
  const name = fileNameOf(url) || url;
  if (kind === 'missing')
    showError(`“${name}” cannot be played: it is missing, or this browser does not support its format.`);
  else if (kind === 'slow') showNote(`“${name}” is slow to load. Playback continues as soon as it has loaded.`);
  else if (kind === 'backwards')
    showNote(`The audio of “${name}” is too long to play backward in the preview. The video will include it.`);
  else showNote('This browser plays audio only after a click. Click anywhere to hear it.');
}

/** The player's state for components. Updated on every change, and every 30 ms during playback. */
export const playhead = proxy({
  /** Seconds of the whole video. */
  time: 0,
  isPaused: true,
  /** Whether the player has been waiting for a file long enough to show it. */
  isBuffering: false,
  /** Resolution of the canvas, as a share of its sides, 0 to 1. */
  quality: 1,
  /** Ids of the visible layers; undefined without a canvas. */
  seen: undefined as Unproxied<ReadonlySet<string>> | undefined,
});

/** What modules add that are loaded after the first screen. */
export const latePlayback: {
  /** Returns the marked part, which playback repeats; see marks.ts. */
  markedSpan?: () => LoopedSpan | undefined;
  /** Stops the shuttle; see shuttle.ts. @returns whether it was moving. */
  stopShuttle?: () => boolean;
} = {};

/** Seconds per skip. */
export const SKIP_SECONDS = 5;

const seekerClock = createClock({
  interval: SEEKER_REFRESH_MS,
  tick: () => {
    refreshPlayhead();
    return player.state === 'playing';
  },
});

/** Whether the project has anything to play. */
export function canPlay(project: Project = studio.project): boolean {
  return !isStill(project) && hasContent(project, studio.showCanvas);
}

/** Whether a canvas is mounted. */
export function hasStage(): boolean {
  return player.isAttached;
}

/** The current time, in seconds of the whole video. */
export function shownTime(): number {
  return player.time;
}

export function togglePlay(): void {
  if (!latePlayback.stopShuttle?.() && player.state === 'paused') play();
  else pause();
}

/** Starts playback; from the beginning if the playhead is at the end. Does nothing for a still or without a canvas. */
export function play(): void {
  if (!canPlay() || !hasStage() || player.state !== 'paused') return;
  player.play();
  if (player.state !== 'paused') document.addEventListener('visibilitychange', pause, { once: true });
}

export function pause(): void {
  latePlayback.stopShuttle?.();
  document.removeEventListener('visibilitychange', pause);
  player.pause();
}

/** Seeks to the start; playback continues from there. */
export function restart(): void {
  seek(0);
}

/** Seeks to the end of the whole video. */
export function goToEnd(): void {
  seek(totalDuration(studio.project));
}

/** Seeks and selects the scene at that time. @param seconds of the whole video; clamped to its duration. */
export function seek(seconds: number): void {
  player.seek(seconds);
}

/** Skips forward, or back. @param seconds negative: back. */
export function skip(seconds: number): void {
  seek(shownTime() + seconds);
}

/** Makes a canvas the active one. @param options.onPainted called after each drawing. */
export function playOn(
  canvas: HTMLCanvasElement,
  options: Required<Pick<AttachOptions, 'drawing'>> & { onPainted: () => void },
): PlayerScreen {
  const screen = player.attach(canvas, { renderer: rendererChoice(), ...options });
  refreshPlayhead();
  const stop = subscribe(studio, pauseIfEmpty);
  return {
    frames: screen.frames,
    detach: () => {
      pause();
      stop();
      screen.detach();
    },
  };
}

/** An edit may leave nothing to play. */
function pauseIfEmpty(): void {
  if (player.state !== 'paused' && !canPlay()) pause();
}

function refreshPlayhead(): void {
  playhead.time = player.time;
  playhead.isPaused = player.state === 'paused';
  playhead.isBuffering = player.isWaiting;
  playhead.quality = player.quality;
  const ids = player.frame?.layers.map(({ layer }) => layer.id);
  const isSame = ids?.length === playhead.seen?.size && ids?.every((id) => playhead.seen?.has(id));
  if (!isSame) playhead.seen = ids && ref(new Set(ids));
}

/** Selects the scene at the playhead. Deselects a layer of the previous scene. */
function followPlayer(): void {
  refreshPlayhead();
  if (player.state === 'playing') seekerClock.wake();
  const id = studio.project.scenes[player.sceneIndex]?.id;
  if (id === undefined || id === studio.selectedSceneId) return;
  const hadLayer = studio.selectedLayerId !== null;
  selectPlayedScene(id);
  const isLeft = hadLayer && studio.selectedLayerId === null;
  if (isLeft && !screenOf(place.screen)?.isAllScenes) leaveLayer({ replace: true });
}

/** While a sheet edits a layer, its scene loops: moving on to the next scene would close the sheet. */
function staysInScene(): boolean {
  const isAtHome = place.screen === 'layer' || screenOf(place.screen)?.isAllScenes;
  return studio.selectedLayerId !== null && !isAtHome;
}

setPlayerHandlers({
  onProblem: reportPlayerProblem,
  loop: () => (staysInScene() ? 'scene' : (latePlayback.markedSpan?.() ?? 'project')),
});
player.subscribe(followPlayer);
followPlayer();
