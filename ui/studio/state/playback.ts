import { proxy } from 'valtio/vanilla';
import { createClock, SEEKER_REFRESH_MS } from '../../../engine/browser/clock.ts';
import type { Project } from '../../../engine/project/project.ts';
import { sceneDuration, sceneStarts } from '../../../engine/timeline/durations.ts';
import { homePath, leaveLayer } from './go.ts';
import { hasContent, selectScene, startOf, studio } from './studio.ts';

/** Where playing has got to. It moves many times a second, so it is no part of what is kept. */
export const playhead = proxy({
  /** Seconds of the whole video; counts while playing. */
  time: 0,
});

/** A tick that comes later than this was held up, as by a hidden tab: time stands still meanwhile, milliseconds. */
const LONGEST_TICK_MS = 1000;

let last = 0;
let playedSceneId = '';
/** When the played scene began at the last tick, seconds of the whole video. */
let playedStart = 0;
const clock = createClock({ tick, interval: SEEKER_REFRESH_MS });

/** Whether the project has anything to play. */
export function canPlay(project: Project = studio.project): boolean {
  return !project.isImage && hasContent(project, studio.showCanvas);
}

/** Seconds of the whole video that are shown now. */
export function shownTime(): number {
  return studio.studioPaused ? studio.studioTime : playhead.time;
}

/** Plays from where it is, or pauses (studio spec §4). */
export function togglePlay(): void {
  if (studio.studioPaused) play();
  else pause();
}

/** Plays from where it is. Nothing for a still. */
export function play(): void {
  if (!canPlay() || !studio.studioPaused) return;
  playhead.time = studio.studioTime;
  playedSceneId = studio.selectedSceneId;
  playedStart = startOf(playedSceneId);
  last = performance.now();
  studio.studioPaused = false;
  document.addEventListener('visibilitychange', pause, { once: true });
  clock.wake();
}

/** Pauses where it is. */
export function pause(): void {
  document.removeEventListener('visibilitychange', pause);
  clock.stop();
  if (studio.studioPaused) return;
  // Another scene may have been selected since the last tick; its start counts.
  if (studio.selectedSceneId === playedSceneId) {
    followScene();
    studio.studioTime = playhead.time;
  }
  studio.studioPaused = true;
}

/** Keeps the place within the played scene when a change of the project makes it begin elsewhere. */
function followScene(): void {
  const start = startOf(playedSceneId);
  playhead.time += start - playedStart;
  playedStart = start;
}

function tick(now: number): boolean {
  if (studio.studioPaused) return false;
  if (!canPlay()) {
    pause();
    return false;
  }
  const passed = Math.max(0, now - last);
  last = now;
  if (passed < LONGEST_TICK_MS) goOn(passed / 1000);
  return true;
}

/**
 * Lets seconds pass; at the end of a scene the next one follows, after the last the first (studio spec §4). A scene
 * whose layer is being changed on a sheet is played again: moving on would take the sheet away.
 */
function goOn(seconds: number): void {
  const { project } = studio;
  const starts = sceneStarts(project);
  const index = Math.max(
    0,
    project.scenes.findIndex(({ id }) => id === studio.selectedSceneId),
  );
  const scene = project.scenes[index];
  if (!scene) return;
  const start = starts[index] ?? 0;
  const isOther = scene.id !== playedSceneId;
  if (isOther) [playedSceneId, playedStart] = [scene.id, start];
  else followScene();
  const time = isOther ? studio.studioTime : Math.max(start, playhead.time + seconds);
  if (time < start + sceneDuration(project, scene)) {
    playhead.time = time;
    return;
  }
  const isHeld = studio.selectedLayerId !== null && location.pathname !== homePath();
  const next = isHeld ? index : (index + 1) % project.scenes.length;
  playhead.time = starts[next] ?? 0;
  if (next !== index) moveTo(project.scenes[next]?.id ?? scene.id);
}

function moveTo(sceneId: string): void {
  const hadLayer = studio.selectedLayerId !== null;
  selectScene(sceneId);
  [playedSceneId, playedStart] = [sceneId, startOf(sceneId)];
  if (hadLayer) leaveLayer({ replace: true });
}
