import { proxy, ref, subscribe } from 'valtio/vanilla';
import { createClock, SEEKER_REFRESH_MS } from '../../../engine/browser/clock.ts';
import type { MediaPool } from '../../../engine/browser/media/mediaPool.ts';
import type { PlayerCanvas } from '../../../engine/browser/player/player.ts';
import type { SoundGraph } from '../../../engine/browser/sound/soundGraph.ts';
import { isStill } from '../../../engine/project/output.ts';
import type { Project } from '../../../engine/project/project.ts';
import { totalDuration } from '../../../engine/timeline/durations.ts';
import { outputRate, perSecond } from '../../../engine/timeline/frameRate.ts';
import { place } from '../../state/place.ts';
import type { Unproxied } from '../../state/unproxied.ts';
import { screenOf } from '../screens.ts';
import { leaveLayer } from './go.ts';
import { endSound, fetchSound, restSound, startSound, tellAnew, tellProblem } from './playbackSound.ts';
import { answerPlayer, player } from './player.ts';
import { hasContent, studio, takeScene } from './studio.ts';

/** What pages show of the player: a copy that is renewed when it has changed, and every 30 ms while time runs. */
export const playhead = proxy({
  /** Seconds of the whole video. */
  time: 0,
  isPaused: true,
  /** Whether it has been waiting for a file long enough for that to be shown. */
  isBuffering: false,
  /** Ids of the layers that are seen; undefined while there is no canvas. */
  seen: undefined as Unproxied<ReadonlySet<string>> | undefined,
});

/** A canvas that can be played on, and where its files come from. */
interface StageParts {
  media: MediaPool;
  canvas: PlayerCanvas;
}

/** How far one press goes on or back, seconds. */
export const SKIP_SECONDS = 5;

/** The canvases that can be played on; the last one is. */
let stages: readonly StageParts[] = [];

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

/** Whether there is a canvas to play on. */
export function hasStage(): boolean {
  return stages.length > 0;
}

/** Seconds of the whole video that are shown now. */
export function shownTime(): number {
  return player.time;
}

/** Plays from where it is, or pauses. */
export function togglePlay(): void {
  if (player.state === 'paused') play();
  else pause();
}

/** Plays from where it is, from the start at the end. Nothing for a still, and without a canvas. */
export function play(): void {
  if (!canPlay() || !hasStage() || player.state !== 'paused') return;
  tellAnew();
  startSound(joinSound);
  player.play();
  if (player.state !== 'paused') document.addEventListener('visibilitychange', pause, { once: true });
}

/** Pauses where it is. */
export function pause(): void {
  document.removeEventListener('visibilitychange', pause);
  if (player.state === 'paused') return;
  player.pause();
  restSound();
}

/** Goes back to the start; playing goes on from there. */
export function restart(): void {
  seek(0);
}

/** Goes to the end of the whole video. */
export function goToEnd(): void {
  seek(totalDuration(studio.project));
}

/** Goes to a moment; the scene that is there is selected. @param seconds of the whole video; cut to its length. */
export function seek(seconds: number): void {
  player.seek(seconds);
}

/** Goes on, or back. @param seconds below 0: back. */
export function skip(seconds: number): void {
  seek(shownTime() + seconds);
}

/** Goes on by frames of the output, or back. @param frames below 0: back. */
export function stepFrames(frames: number): void {
  // Without what is measured of the files; only those faster or slower than most have other frames.
  const fps = perSecond(outputRate(studio.project, new Map()));
  pause();
  seek((Math.round(shownTime() * fps) + frames) / fps);
}

/** Shows and plays on a canvas from now on. @returns ends that. */
export function playOn(stage: StageParts): () => void {
  stages = [...stages, stage];
  player.showOn(stage.media, stage.canvas);
  refreshPlayhead();
  // Without it videos are silent until it is there.
  fetchSound().catch(() => undefined);
  const stop = subscribe(studio, followStudio);
  return () => {
    pause();
    stop();
    stages = stages.filter((one) => one !== stage);
    const last = stages.at(-1);
    player.showOn(last?.media, last?.canvas);
    if (last) return;
    player.soundThrough(undefined);
    endSound();
  };
}

/** What was changed may be nothing to play any more, or have been given a voice. */
function followStudio(): void {
  if (player.state === 'paused') return;
  if (canPlay()) startSound(joinSound);
  else pause();
}

function joinSound(sound: SoundGraph): void {
  player.soundThrough(sound);
}

function refreshPlayhead(): void {
  playhead.time = player.time;
  playhead.isPaused = player.state === 'paused';
  playhead.isBuffering = player.isWaiting;
  const ids = player.frame?.layers.map(({ layer }) => layer.id);
  const isSame = ids?.length === playhead.seen?.size && ids?.every((id) => playhead.seen?.has(id));
  if (!isSame) playhead.seen = ids && ref(new Set(ids));
}

/** The scene that is shown is the selected one; a layer of the one before is left. */
function followPlayer(): void {
  refreshPlayhead();
  if (player.state === 'playing') seekerClock.wake();
  const id = studio.project.scenes[player.sceneIndex]?.id;
  if (id === undefined || id === studio.selectedSceneId) return;
  const hadLayer = studio.selectedLayerId !== null;
  takeScene(id);
  if (hadLayer && !screenOf(place.screen)?.isAllScenes) leaveLayer({ replace: true });
}

/** A scene whose layer is being changed on a sheet is played again: moving on would take the sheet away. */
function isSceneHeld(): boolean {
  const isAtHome = place.screen === 'layer' || screenOf(place.screen)?.isAllScenes;
  return studio.selectedLayerId !== null && !isAtHome;
}

answerPlayer({ onProblem: tellProblem, isSceneHeld });
player.subscribe(followPlayer);
followPlayer();
