import { proxy, subscribe } from 'valtio/vanilla';
import type { MediaPool } from '../../../engine/browser/media/mediaPool.ts';
import { createPlayer } from '../../../engine/browser/player/player.ts';
import type { SoundGraph } from '../../../engine/browser/player/soundGraph.ts';
import { isStill } from '../../../engine/project/output.ts';
import type { Project } from '../../../engine/project/project.ts';
import { place } from '../../state/place.ts';
import { screenOf } from '../screens.ts';
import { leaveLayer } from './go.ts';
import { endSound, fetchSound, restSound, startSound, tellAnew, tellProblem } from './playbackSound.ts';
import { hasContent, selectScene, studio } from './studio.ts';

/** Where playing has got to. It moves many times a second, so it is no part of what is kept. */
export const playhead = proxy({
  /** Seconds of the whole video; counts while playing. */
  time: 0,
  /** Whether it has been waiting for a file long enough for that to be shown. */
  isBuffering: false,
  /** Whether time runs: it plays and does not wait. */
  isRunning: false,
});

/** How far one press goes on or back, seconds (studio spec §4). */
export const SKIP_SECONDS = 5;

const player = createPlayer({ onChange: showPlayer, onProblem: tellProblem, isSceneHeld });
let played: Project | undefined;
/** How many canvases can be played on. */
let stages = 0;

/** Whether the project has anything to play. */
export function canPlay(project: Project = studio.project): boolean {
  return !isStill(project) && hasContent(project, studio.showCanvas);
}

/** Whether there is a canvas to play on. */
export function hasStage(): boolean {
  return stages > 0;
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

/** Plays from where it is, from the start at the end. Nothing for a still, and without a canvas. */
export function play(): void {
  if (!canPlay() || !hasStage() || !studio.studioPaused) return;
  followStudio();
  tellAnew();
  startSound(joinSound);
  player.play();
  if (player.state === 'paused') return;
  studio.studioPaused = false;
  document.addEventListener('visibilitychange', pause, { once: true });
  showPlayer();
}

/** Pauses where it is. */
export function pause(): void {
  document.removeEventListener('visibilitychange', pause);
  if (studio.studioPaused) return;
  followStudio();
  player.pause();
  restSound();
  studio.studioTime = player.time;
  studio.studioPaused = true;
}

/** Goes back to the start; playing goes on from there. */
export function restart(): void {
  seek(0);
}

/** Goes to a moment and selects the scene that is there. @param seconds of the whole video; cut to its length. */
export function seek(seconds: number): void {
  followStudio();
  player.seek(seconds);
  showScene();
  if (studio.studioPaused) studio.studioTime = player.time;
}

/** Goes on, or back. @param seconds below 0: back. */
export function skip(seconds: number): void {
  seek(shownTime() + seconds);
}

/** Plays on a canvas, with the films that it shows. @returns ends that. */
export function playOn(media: MediaPool): () => void {
  stages += 1;
  followStudio();
  player.showOn(media);
  // Without it films are silent until it is there.
  fetchSound().catch(() => undefined);
  const stop = subscribe(studio, followStudio);
  return () => {
    pause();
    stop();
    stages -= 1;
    if (stages > 0) return;
    player.showOn(undefined);
    player.soundThrough(undefined);
    endSound();
  };
}

/** Takes over what was changed, selected or moved in the Studio. */
function followStudio(): void {
  const { project, studioPaused, selectedSceneId, studioTime } = studio;
  if (played !== project) {
    played = project;
    player.setProject(project);
    // What was silent may have been given a voice.
    if (!studioPaused) startSound(joinSound);
  }
  if (studioPaused) {
    if (player.time !== studioTime) player.seek(studioTime);
  } else if (!canPlay()) pause();
  else if (selectedSceneId !== playedSceneId()) player.seek(studioTime);
}

function joinSound(sound: SoundGraph): void {
  player.soundThrough(sound);
}

/** Shows where the player is. While it rests, the Studio says where that is. */
function showPlayer(): void {
  playhead.time = player.time;
  playhead.isBuffering = player.isWaiting;
  playhead.isRunning = player.state === 'playing';
  if (player.state !== 'paused' && !studio.studioPaused) showScene();
}

function showScene(): void {
  const id = playedSceneId();
  if (id === undefined || id === studio.selectedSceneId) return;
  const hadLayer = studio.selectedLayerId !== null;
  selectScene(id);
  if (hadLayer && !screenOf(place.screen)?.isAllScenes) leaveLayer({ replace: true });
}

function playedSceneId(): string | undefined {
  return studio.project.scenes[player.sceneIndex]?.id;
}

/** A scene whose layer is being changed on a sheet is played again: moving on would take the sheet away. */
function isSceneHeld(): boolean {
  const isAtHome = place.screen === 'layer' || screenOf(place.screen)?.isAllScenes;
  return studio.selectedLayerId !== null && !isAtHome;
}
