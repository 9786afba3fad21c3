import { isVideo } from '../../kinds/families.ts';
import type { Size } from '../../layout/box.ts';
import { canvasSize } from '../../layout/canvasSize.ts';
import { withWatermark } from '../../layout/watermark.ts';
import type { Project } from '../../project/project.ts';
import { mediaRun } from '../../timeline/durations.ts';
import { mediaRateAt, mediaTimeAt, TIME_ROUNDING } from '../../timeline/mediaTime.ts';
import { type Frame, type ResolveOptions, resolveFrame } from '../../timeline/resolve.ts';
import { type LayerSpan, type SceneSpan, sceneSpans } from '../../timeline/spans.ts';
import type { MediaPool } from '../media/mediaPool.ts';
import { type MediaOf, MediaSessions, type UpcomingLayer } from '../media/mediaSessions.ts';

/** How long before a layer is seen its file is opened, seconds. */
const PRELOAD_SECONDS = 10;

/** A moment of a project, and how it is shown. */
export interface Moment extends ResolveOptions {
  /** Which scene, from 0. */
  sceneIndex: number;
  /** Seconds of the whole video. */
  time: number;
  /** Whether videos play from there; otherwise they rest. */
  isPlaying: boolean;
  /**
   * Opens ahead what comes soon; what begins within so many seconds starts to play already, so that it moves when it is
   * seen. Left out, only what is seen is open.
   */
  runUp?: number;
}

/** What a frame is shown on. */
export interface FrameScreen {
  /** @param canvas size of the project's canvas, pixels. @param mediaOf see MediaOf. */
  show(frame: Frame, canvas: Size, mediaOf: MediaOf): void;
  /** Makes ready what layers need that will soon be shown, such as fonts. */
  prepare(upcoming: readonly Pick<UpcomingLayer, 'layer'>[]): void;
}

/** What a playback tells, later than the call that led to it. */
export interface PlaybackEvents {
  /** The file of a layer has another state or shows another picture. */
  onMedia(layerId: string): void;
  /** The length of a file has become known, so that its layers have other times: the moment is to be shown anew. */
  onLearned(): void;
}

/**
 * A project at a moment: resolves one frame, brings the media to it and hands it on. The player, which goes by a clock,
 * and the preview, which shows single moments, are two drivers of it.
 */
export class Playback {
  /** Of the project with its watermark. */
  scenes: readonly SceneSpan[] = [];
  screen: FrameScreen | undefined;
  /** What was shown last. */
  frame: Frame | undefined;
  /** How often a frame was resolved and the media brought to one, for tests. */
  readonly counts = { resolves: 0, follows: 0 };
  sessions: MediaSessions | undefined;
  readonly #events: PlaybackEvents;
  /** Lengths of files that the project does not know, seconds, by url. */
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

  /** Says where files come from, and what they are shown on; undefined: nothing is shown, all files are released. */
  showOn(media: MediaPool | undefined, screen?: FrameScreen): void {
    if (this.sessions?.pool !== media) {
      this.sessions?.dispose();
      this.sessions = media && new MediaSessions(media, (layerId) => this.#onMedia(layerId));
    }
    this.screen = screen;
    if (!media) this.frame = undefined;
  }

  /** Resolves the one frame of a moment, brings the media to it, and hands it to the screen. */
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

  /** What begins soon, the soonest first: of the scene itself, and of the next one once time has run toward it. */
  #upcoming({ sceneIndex, time, isPlaying, runUp }: Moment): UpcomingLayer[] {
    if (runUp === undefined) return [];
    const scene = this.scenes[sceneIndex];
    const next = this.scenes[sceneIndex + 1];
    const spans = scene?.layers.filter((span) => isAhead(span, time)) ?? [];
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

  /** Notes how long a file is that the project knows no length of. @returns whether that is news. */
  #learn(layerId: string): boolean {
    const handle = this.sessions?.of(layerId);
    if (handle?.kind !== 'video' || handle.state !== 'ready' || handle.duration <= 0) return false;
    if (this.#lengths.get(handle.url) === handle.duration) return false;
    this.#lengths.set(handle.url, handle.duration);
    return true;
  }

  /** A file whose length only its player knows is played by that length; scenes stay as long as they are. */
  #span(): void {
    if (!this.#project) return;
    this.scenes = sceneSpans(withWatermark(this.#project)).map((scene) => ({
      ...scene,
      layers: scene.layers.map((span) => withLength(span, this.#lengths)),
    }));
  }
}

function isAhead({ start, end }: LayerSpan, time: number): boolean {
  return start > time + TIME_ROUNDING && start - time < PRELOAD_SECONDS && end > start;
}

function withLength(span: LayerSpan, lengths: ReadonlyMap<string, number>): LayerSpan {
  const { layer, media } = span;
  if (!media || !isVideo(layer) || layer.duration !== undefined) return span;
  const duration = lengths.get(layer.url);
  if (duration === undefined) return span;
  return { ...span, media: { ...mediaRun({ ...layer, duration }), loops: media.loops } };
}
