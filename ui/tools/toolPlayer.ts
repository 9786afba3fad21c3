import { proxy, subscribe } from 'valtio/vanilla';
import { createClock, SEEKER_REFRESH_MS } from '../../engine/browser/playbackClock.ts';
import { openPlayer } from '../../engine/browser/player/openPlayer.ts';
import type { PlayerScreen } from '../../engine/browser/player/projectPlayer.ts';
import { mediaReferences } from '../../engine/project/media.ts';
import type { Project } from '../../engine/project/project.ts';
import { playedUrlOf } from '../client/media/audioTracks.ts';
import { mediaTable, playableUrlOf } from '../client/media/mediaTable.ts';
import { playGifs, readWave } from '../client/media/onDemand.ts';
import { stillsOf } from '../client/media/stills.ts';
import { filmstrips, standIn, ThumbnailRequests } from '../client/media/strips.ts';
import { rendererChoice } from '../player/rendererChoice.ts';

/** Plays the project of a tool. */
export interface ToolPlayer {
  readonly state: {
    /** Project time, in seconds. */
    time: number;
    isPlaying: boolean;
    isBuffering: boolean;
    /** Drawing resolution as a share of the canvas's sides, 0 to 1. */
    quality: number;
  };
  /** Draws on a canvas that has no context yet. Returns a function that detaches it. */
  attach(canvas: HTMLCanvasElement): () => void;
  /** Sets the size of the canvas on the page, in CSS pixels. */
  resize(width: number, height: number): void;
  /** Shows another version of the project. Keeps the time, clamped to the new length. */
  show(project: Project): void;
  /** Hides a layer, such as a text that is edited in a field over the canvas; undefined for none. */
  hide(layerId: string | undefined): void;
  toggle(): void;
  pause(): void;
  /** @param time in seconds of the project, clamped to its length. */
  seek(time: number): void;
  /** Seeks when the next version of the project is shown, so that a video seeks only once. */
  seekInNext(time: number): void;
}

/** Creates a player without a project. */
export function createToolPlayer(): ToolPlayer {
  const state = proxy({ time: 0, isPlaying: false, isBuffering: false, quality: 1 });
  const player = openPlayer({
    media: { urlOf: playableUrlOf, videoFallback: stillsOf, standIn },
    audio: { urlOf: playedUrlOf, readWave },
    quality: 'auto',
    renderer: rendererChoice(),
  });
  const wishes = new ThumbnailRequests();
  let project: Project | undefined;
  let screen: PlayerScreen | undefined;
  let nextTime: number | undefined;
  const refresh = () => {
    const { time, isWaiting: isBuffering, quality } = player;
    Object.assign(state, { time, isPlaying: player.state !== 'paused', isBuffering, quality });
  };
  const tick = () => {
    refresh();
    return player.state === 'playing';
  };
  const clock = createClock({ interval: SEEKER_REFRESH_MS, tick });
  player.subscribe(() => {
    refresh();
    if (player.state === 'playing') clock.wake();
  });
  /** Files may arrive after the project that names them. */
  const refreshFiles = () => {
    if (!project) return;
    for (const { url } of mediaReferences(project)) {
      player.refresh(url);
      filmstrips.refresh(url);
    }
    playGifs(project);
  };
  return {
    state,
    attach(canvas) {
      const attached = player.attach(canvas);
      screen = attached;
      wishes.show(project);
      const stopWatching = subscribe(mediaTable, refreshFiles);
      return () => {
        stopWatching();
        wishes.show(undefined);
        attached.detach();
        screen = undefined;
      };
    },
    resize: (width, height) => player.resize(width, height),
    show(next) {
      project = next;
      player.update(next, { at: nextTime });
      if (screen) wishes.show(next);
      nextTime = undefined;
      playGifs(next);
    },
    hide: (layerId) => screen?.frames.hide(layerId),
    toggle: () => (player.state === 'paused' ? player.play() : player.pause()),
    pause: () => player.pause(),
    seek: (time) => player.seek(time),
    seekInNext(time) {
      nextTime = time;
      // By then the next version is shown, unless the change had no effect.
      requestAnimationFrame(() => {
        if (nextTime !== undefined) player.seek(nextTime);
        nextTime = undefined;
      });
    },
  };
}
