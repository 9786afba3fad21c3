import { proxy, subscribe } from 'valtio/vanilla';
import { createClock, SEEKER_REFRESH_MS } from '../../engine/browser/clock.ts';
import { createMediaPool, type MediaPool } from '../../engine/browser/media/mediaPool.ts';
import { createPlayer } from '../../engine/browser/player/clockedPlayer.ts';
import type { Player } from '../../engine/browser/player/player.ts';
import { FrameCanvas } from '../../engine/browser/preview/frameCanvas.ts';
import { watchQuality } from '../../engine/browser/preview/watchQuality.ts';
import type { SoundGraph } from '../../engine/browser/sound/soundGraph.ts';
import { mediaReferences } from '../../engine/project/media.ts';
import type { Project } from '../../engine/project/project.ts';
import { soundtrack } from '../../engine/timeline/soundtrack.ts';
import { playedUrlOf } from '../media/audioTracks.ts';
import { mediaTable, playableUrlOf } from '../media/mediaTable.ts';
import { playGifs } from '../media/playGifs.ts';
import { readWave } from '../media/readWave.ts';
import { stillsOf } from '../media/stills.ts';
import { filmstrips, standIn, ThumbnailRequests } from '../media/strips.ts';
import { rendererChoice } from './rendererChoice.ts';

/** Plays a project on its own canvas, with the same engine as the Studio. */
export interface ProjectPlayer {
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
export function createProjectPlayer(): ProjectPlayer {
  const state = proxy({ time: 0, isPlaying: false, isBuffering: false, quality: 1 });
  const player = createPlayer();
  const sound = createSound();
  const wishes = new ThumbnailRequests();
  let project: Project | undefined;
  let screen: FrameCanvas | undefined;
  let size: [width: number, height: number] = [0, 0];
  let nextTime: number | undefined;
  const refresh = () => void Object.assign(state, stateOf(player));
  const tick = () => {
    refresh();
    return player.state === 'playing';
  };
  const clock = createClock({ interval: SEEKER_REFRESH_MS, tick });
  player.subscribe(() => {
    refresh();
    if (player.state === 'playing') clock.wake();
  });
  return {
    state,
    attach(canvas) {
      const media = createMediaPool({ urlOf: playableUrlOf, videoFallback: stillsOf, standIn });
      const made = new FrameCanvas({ canvas, mode: rendererChoice() });
      screen = made;
      if (size[0] > 0) made.resize(...size, devicePixelRatio);
      player.showOn(media, made);
      wishes.show(project);
      const watches = [
        watchFiles(media, () => project),
        watchQuality(player, made, (share) => (state.quality = share)),
      ];
      return () => {
        for (const end of watches) end();
        wishes.show(undefined);
        player.pause();
        player.showOn(undefined);
        player.soundThrough(undefined);
        sound.end();
        screen = undefined;
        made.dispose();
        media.dispose();
      };
    },
    resize(width, height) {
      size = [width, height];
      if (width > 0) screen?.resize(width, height, devicePixelRatio);
    },
    show(next) {
      project = next;
      player.setProject(next, undefined, nextTime);
      if (screen) wishes.show(next);
      nextTime = undefined;
      playGifs(next);
    },
    hide: (layerId) => screen?.hide(layerId),
    toggle() {
      if (player.state !== 'paused') return player.pause();
      if (project && soundtrack(project).length > 0) sound.start((graph) => player.soundThrough(graph));
      player.play();
    },
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

function stateOf({ time, state, isWaiting: isBuffering }: Player) {
  return { time, isPlaying: state !== 'paused', isBuffering };
}

/** Refreshes media whose files arrive after the project that names them. @returns a function that stops this. */
function watchFiles(media: MediaPool, shown: () => Project | undefined): () => void {
  return subscribe(mediaTable, () => {
    const project = shown();
    if (!project) return;
    for (const { url } of mediaReferences(project)) {
      media.refresh(url);
      filmstrips.refresh(url);
    }
    playGifs(project);
  });
}

/** Creates the audio output. It opens on the first Play, as browsers require. */
function createSound() {
  let context: AudioContext | undefined;
  let graph: SoundGraph | undefined;
  return {
    start(join: (graph: SoundGraph) => void): void {
      if (!('AudioContext' in globalThis)) return;
      context ??= new AudioContext({ latencyHint: 'balanced' });
      if (context.state !== 'running') context.resume().catch(() => undefined);
      const target = context;
      const open = ({ createSoundGraph }: typeof import('../../engine/browser/sound/soundGraph.ts')) => {
        if (context !== target) return;
        graph ??= createSoundGraph({ context, urlOf: playedUrlOf, readWave });
        join(graph);
      };
      // If loading fails, the video plays without audio.
      import('../../engine/browser/sound/soundGraph.ts').then(open, () => undefined);
    },
    end(): void {
      graph?.dispose();
      graph = undefined;
      context?.close().catch(() => undefined);
      context = undefined;
    },
  };
}
