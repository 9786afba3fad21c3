import { proxy, ref, subscribe } from 'valtio/vanilla';
import { createClock, SEEKER_REFRESH_MS } from '../../../engine/browser/clock.ts';
import type { MediaPool } from '../../../engine/browser/media/mediaPool.ts';
import type { PlayerCanvas, PlayerProblem } from '../../../engine/browser/player/player.ts';
import type { SoundGraph, SoundProblem } from '../../../engine/browser/sound/soundGraph.ts';
import { isStill } from '../../../engine/project/output.ts';
import type { Project } from '../../../engine/project/project.ts';
import { totalDuration } from '../../../engine/timeline/durations.ts';
import { fpsOf, statedRate } from '../../../engine/timeline/frameRate.ts';
import { soundtrack } from '../../../engine/timeline/soundtrack.ts';
import { showError, showNote } from '../../app/notices.ts';
import { place } from '../../app/place.ts';
import { screenOf } from '../../app/screens.ts';
import type { Unproxied } from '../../kit/unproxied.ts';
import { playedUrlOf } from '../../media/audioTracks.ts';
import { entryOf } from '../../media/mediaTable.ts';
import { readWave } from '../../media/readWave.ts';
import { fileNameOf } from '../../media/references.ts';
import { leaveLayer } from './go.ts';
import { player, setPlayerHandlers } from './player.ts';
import { hasContent, selectPlayedScene, studio } from './studio.ts';

/** The audio device is suspended after a pause of this length, in milliseconds. */
const IDLE_MS = 10_000;

let maker: typeof import('../../../engine/browser/sound/soundGraph.ts') | undefined;
let context: AudioContext | undefined;
let graph: SoundGraph | undefined;
let idle: ReturnType<typeof setTimeout> | undefined;
/** Problems reported since playback started. */
const reported = new Set<string>();

/** Preloads the audio module, so that it is ready when playback starts. */
async function preloadAudioGraph(): Promise<void> {
  maker ??= await import('../../../engine/browser/sound/soundGraph.ts');
}

/** Clears the reported problems, so that the next playback reports them again. */
function clearReportedProblems(): void {
  reported.clear();
}

/**
 * Starts the audio device if the project has audio. Must be called from a click or key press, as browsers require.
 * @param join receives the audio graph once it is ready; may be called again with the same graph.
 */
function startAudioOutput(join: (sound: SoundGraph) => void): void {
  clearTimeout(idle);
  if (soundtrack(studio.project).length === 0 || !('AudioContext' in globalThis)) return;
  context ??= new AudioContext({ latencyHint: 'balanced' });
  if (context.state !== 'running') context.resume().catch(() => undefined);
  const target = context;
  const open = () => {
    if (context !== target || !maker) return;
    graph ??= maker.createSoundGraph({ context, urlOf: playedUrlOf, readWave, onProblem: reportPlayerProblem });
    join(graph);
  };
  if (maker) open();
  else void preloadAudioGraph().then(open, () => undefined);
}

/** Suspends the audio device after a while. */
function suspendAudioLater(): void {
  clearTimeout(idle);
  idle = setTimeout(() => {
    if (context?.state === 'running') context.suspend().catch(() => undefined);
  }, IDLE_MS);
}

/** Releases the audio device. */
function closeAudioOutput(): void {
  clearTimeout(idle);
  graph?.dispose();
  graph = undefined;
  context?.close().catch(() => undefined);
  context = undefined;
}

/** Reports a file that cannot be played, at most once per playback. */
function reportPlayerProblem({ kind, url }: PlayerProblem | SoundProblem): void {
  const key = kind === 'blocked' ? kind : `${kind} ${url}`;
  if (reported.has(key)) return;
  reported.add(key);
  const name = fileNameOf(url) || url;
  if (kind === 'missing')
    showError(`“${name}” cannot be played: it is missing, or this browser does not support its format.`);
  else if (kind === 'slow') showNote(`“${name}” is slow to load. Playback continues as soon as it has loaded.`);
  else if (kind === 'backwards')
    showNote(`The audio of “${name}” is too long to play backward in the preview. The video will include it.`);
  else askForClick();
}

function askForClick(): void {
  showNote('This browser plays audio only after a click. Click anywhere to hear it.');
  const unlock = () => void context?.resume().catch(() => undefined);
  for (const name of ['pointerup', 'keydown']) document.addEventListener(name, unlock, { once: true });
}

/** The player's state for components. Updated on every change, and every 30 ms during playback. */
export const playhead = proxy({
  /** Seconds of the whole video. */
  time: 0,
  isPaused: true,
  /** Whether the player has been waiting for a file long enough to show it. */
  isBuffering: false,
  /** Ids of the visible layers; undefined without a canvas. */
  seen: undefined as Unproxied<ReadonlySet<string>> | undefined,
});

/** A canvas that can show the player's frames, and the pool that loads its media. */
interface StageParts {
  media: MediaPool;
  canvas: PlayerCanvas;
}

/** Seconds per skip. */
export const SKIP_SECONDS = 5;

/** The mounted canvases; the last one is active. */
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

/** Whether a canvas is mounted. */
export function hasStage(): boolean {
  return stages.length > 0;
}

/** The current time, in seconds of the whole video. */
export function shownTime(): number {
  return player.time;
}

export function togglePlay(): void {
  if (player.state === 'paused') play();
  else pause();
}

/** Starts playback; from the beginning if the playhead is at the end. Does nothing for a still or without a canvas. */
export function play(): void {
  if (!canPlay() || !hasStage() || player.state !== 'paused') return;
  clearReportedProblems();
  startAudioOutput(joinSound);
  player.play();
  if (player.state !== 'paused') document.addEventListener('visibilitychange', pause, { once: true });
}

export function pause(): void {
  document.removeEventListener('visibilitychange', pause);
  if (player.state === 'paused') return;
  player.pause();
  suspendAudioLater();
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

/** Steps by frames of the output. @param frames negative: back. */
export function stepFrames(frames: number): void {
  const fps = fpsOf(statedRate(studio.project, (url) => entryOf(url)?.facts?.fps));
  pause();
  seek((Math.round(shownTime() * fps) + frames) / fps);
}

/** Makes a canvas the active one. @returns a function that removes it. */
export function playOn(stage: StageParts): () => void {
  stages = [...stages, stage];
  player.showOn(stage.media, stage.canvas);
  refreshPlayhead();
  // Until it is loaded, playback is silent.
  preloadAudioGraph().catch(() => undefined);
  const stop = subscribe(studio, followStudio);
  return () => {
    pause();
    stop();
    stages = stages.filter((one) => one !== stage);
    const last = stages.at(-1);
    player.showOn(last?.media, last?.canvas);
    if (last) return;
    player.soundThrough(undefined);
    closeAudioOutput();
  };
}

/** An edit may leave nothing to play, or add the first audio. */
function followStudio(): void {
  if (player.state === 'paused') return;
  if (canPlay()) startAudioOutput(joinSound);
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

/** Selects the scene at the playhead. Deselects a layer of the previous scene. */
function followPlayer(): void {
  refreshPlayhead();
  if (player.state === 'playing') seekerClock.wake();
  const id = studio.project.scenes[player.sceneIndex]?.id;
  if (id === undefined || id === studio.selectedSceneId) return;
  const hadLayer = studio.selectedLayerId !== null;
  selectPlayedScene(id);
  if (hadLayer && !screenOf(place.screen)?.isAllScenes) leaveLayer({ replace: true });
}

/** While a sheet edits a layer, its scene loops: moving on to the next scene would close the sheet. */
function staysInScene(): boolean {
  const isAtHome = place.screen === 'layer' || screenOf(place.screen)?.isAllScenes;
  return studio.selectedLayerId !== null && !isAtHome;
}

setPlayerHandlers({ onProblem: reportPlayerProblem, loop: () => (staysInScene() ? 'scene' : 'project') });
player.subscribe(followPlayer);
followPlayer();
