import { isVideo } from '../../kinds/families.ts';
import type { Size } from '../../layout/box.ts';
import { canvasSize } from '../../layout/canvasSize.ts';
import { withWatermark } from '../../layout/watermark.ts';
import type { Project } from '../../project/project.ts';
import { mediaRun } from '../../timeline/durations.ts';
import { mediaRateAt, mediaTimeAt, TIME_ROUNDING } from '../../timeline/mediaTime.ts';
import { type Frame, type ResolveOptions, resolveFrame } from '../../timeline/resolve.ts';
import { type LayerSpan, type SceneSpan, sceneSpans, withContinuation } from '../../timeline/spans.ts';
import type { MediaPool } from '../media/mediaPool.ts';
import { type MediaOf, MediaSessions, type UpcomingLayer } from '../media/mediaSessions.ts';

/** Time before a layer's start at which its file is opened, in seconds. */
const PRELOAD_SECONDS = 10;

/** A moment of a project and how to show it. */
export interface Moment extends ResolveOptions {
  /** Index of the scene. */
  sceneIndex: number;
  /** Seconds of the whole video. */
  time: number;
  /** Whether videos play from there; otherwise they pause. */
  isPlaying: boolean;
  /**
   * Opens upcoming files ahead; those that begin within this many seconds start to play, so that they move when they
   * become visible. Absent: only visible files are open.
   */
  runUp?: number;
}

/** Target for frames. */
export interface FrameScreen {
  /** @param canvas size of the project's canvas in pixels. @param mediaOf see MediaOf. */
  show(frame: Frame, canvas: Size, mediaOf: MediaOf): void;
  /** Prepares layers that will soon be shown, such as their fonts. */
  prepare(upcoming: readonly Pick<UpcomingLayer, 'layer'>[]): void;
}

/** Events of a playback, always asynchronous. */
export interface PlaybackEvents {
  /** The file of a layer changed its state or image. */
  onMedia(layerId: string): void;
  /** The length of a file became known, which changes the times of its layers: show the moment again. */
  onLearned(): void;
}

/**
 * A project at a moment: resolves a frame, moves the media to it and passes it on. Driven by the player, which has a
 * clock, and by the preview, which shows single moments.
 */
export class Playback {
  /** Scenes of the project with its watermark. */
  scenes: readonly SceneSpan[] = [];
  screen: FrameScreen | undefined;
  /** The last frame. */
  frame: Frame | undefined;
  /** Number of resolved frames and of media updates, for tests. */
  readonly counts = { resolves: 0, follows: 0 };
  sessions: MediaSessions | undefined;
  readonly #events: PlaybackEvents;
  /** Lengths of files that the project does not know, in seconds, by url. */
  readonly #lengths = new Map<string, number>();
  #project: Project | undefined;
  #canvas: Size = { width: 0, height: 0 };

  constructor(events: PlaybackEvents) {
    this.#events = events;
  }

  setProject(project: Project): void {
    if (project === this.#project) return;
    this.#project = project;
    this.#canvas = canvasSize(project);
    this.#span();
  }

  /** Sets where files come from and where to show frames; undefined: shows nothing and releases all files. */
  showOn(media: MediaPool | undefined, screen?: FrameScreen): void {
    if (this.sessions?.pool !== media) {
      this.sessions?.dispose();
      this.sessions = media && new MediaSessions(media, (layerId) => this.#onMedia(layerId));
    }
    this.screen = screen;
    if (!media) this.frame = undefined;
  }

  /** Resolves the frame of a moment, moves the media to it, and passes it to the screen. */
  show(moment: Moment): void {
    if (!this.sessions) return;
    const { time, isPlaying } = moment;
    const frame = resolveFrame(this.scenes, time, moment);
    this.frame = frame;
    this.counts.resolves += 1;
    const upcoming = this.#upcoming(moment);
    this.sessions.follow(frame, isPlaying, upcoming);
    this.counts.follows += 1;
    this.screen?.prepare(upcoming);
    this.screen?.show(frame, this.#canvas, this.sessions.of);
  }

  /** Returns upcoming layers, the soonest first: of the scene, and of the next one during playback. */
  #upcoming({ sceneIndex, time, isPlaying, runUp }: Moment): UpcomingLayer[] {
    if (runUp === undefined) return [];
    const scene = this.scenes[sceneIndex];
    const next = this.scenes[sceneIndex + 1];
    const spans = [...(scene?.layers ?? []), ...(scene?.overlay?.layers ?? [])].filter((span) => isAhead(span, time));
    if (next && next.start - time < PRELOAD_SECONDS) {
      const isOpen = ({ layer }: LayerSpan) => isPlaying || this.sessions?.of(layer.id) !== undefined;
      spans.push(...next.layers.filter((span) => isAhead(span, time) && isOpen(span)));
    }
    return spans
      .sort((a, b) => a.start - b.start)
      .map((span) => ({
        layer: span.layer,
        mediaTime: mediaTimeAt(span, span.start),
        mediaRate: mediaRateAt(span, span.start),
        begins: isPlaying && span.start - time < runUp,
      }));
  }

  #onMedia(layerId: string): void {
    if (this.#learn(layerId)) {
      this.#span();
      this.#events.onLearned();
    }
    this.#events.onMedia(layerId);
  }

  /** Stores the length of a file that is unknown to the project. @returns whether it is new. */
  #learn(layerId: string): boolean {
    const handle = this.sessions?.of(layerId);
    if (handle?.kind !== 'video' || handle.state !== 'ready' || handle.duration <= 0) return false;
    if (this.#lengths.get(handle.url) === handle.duration) return false;
    this.#lengths.set(handle.url, handle.duration);
    return true;
  }

  /** Applies lengths that only the player knows; scenes keep their lengths. */
  #span(): void {
    if (!this.#project) return;
    const known = (scene: SceneSpan): SceneSpan => ({
      ...scene,
      layers: scene.layers.map((span) => withLength(span, scene, this.#lengths)),
    });
    const scenes = sceneSpans(withWatermark(this.#project));
    const over = scenes[0]?.overlay && known(scenes[0].overlay);
    this.scenes = scenes.map((scene) => ({ ...known(scene), ...(over ? { overlay: over } : {}) }));
  }
}

function isAhead({ start, end }: LayerSpan, time: number): boolean {
  return start > time + TIME_ROUNDING && start - time < PRELOAD_SECONDS && end > start;
}

function withLength(span: LayerSpan, scene: SceneSpan, lengths: ReadonlyMap<string, number>): LayerSpan {
  const { layer, media } = span;
  if (!media || !isVideo(layer) || layer.duration !== undefined) return span;
  const duration = lengths.get(layer.url);
  if (duration === undefined) return span;
  const known = { ...layer, duration };
  const learned = { ...span, layer: known, media: { ...mediaRun(known), loops: media.loops } };
  return { ...withContinuation(learned, scene), layer };
}
