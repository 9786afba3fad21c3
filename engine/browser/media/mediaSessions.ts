import { isPicture, isVideo } from '../../kinds/families.ts';
import type { PictureLayer } from '../../project/layers.ts';
import { mediaRun } from '../../timeline/durations.ts';
import { latenessOf } from '../../timeline/mediaTime.ts';
import type { Frame, ResolvedLayer } from '../../timeline/resolve.ts';
import type { MediaHandle, MediaPool } from './mediaPool.ts';

/** The file of a layer. */
export interface LayerFile {
  layerId: string;
  /** As in the project. */
  url: string;
}

/** A layer that will soon be visible, in its initial state. */
export interface UpcomingLayer extends Pick<ResolvedLayer, 'layer' | 'mediaTime' | 'mediaRate'> {
  /** Whether to start playing now, so that it moves when it becomes visible. */
  begins: boolean;
}

/** Returns the open file of a layer; undefined for a layer without one. */
export type MediaOf = (layerId: string) => MediaHandle | undefined;

/** Most upcoming videos that are open at once, the next ones first, because browsers have few decoders. */
const MAX_UPCOMING_VIDEOS = 8;

interface Session {
  layerId: string;
  handle: MediaHandle;
  /** outgoing: belongs to the previous scene, during a transition. */
  role: 'shown' | 'outgoing' | 'upcoming';
  /** Seconds of the source per second, from the frame. */
  rate: number;
  /** The last call of `follow` that included it. */
  round: number;
}

/**
 * The files of layers that are visible or soon will be: one session per layer, opened ahead and released when it is
 * over. The only place that opens, seeks, plays and releases media for a canvas.
 */
export class MediaSessions {
  readonly pool: MediaPool;
  readonly #onChange: (layerId: string) => void;
  readonly #sessions = new Map<string, Session>();
  /** Layers whose missing file has been reported. */
  readonly #reported = new Set<string>();
  #round = 0;

  /** @param onChange called asynchronously when the file of a layer changes its state or image. */
  constructor(pool: MediaPool, onChange: (layerId: string) => void) {
    this.pool = pool;
    this.#onChange = onChange;
  }

  /** See MediaOf. */
  readonly of: MediaOf = (layerId) => this.#sessions.get(layerId)?.handle;

  /** Whether a video is visible. */
  get hasVideo(): boolean {
    for (const { role, handle } of this.#sessions.values())
      if (role === 'shown' && handle.kind === 'video') return true;
    return false;
  }

  /** Moves every file to the state of a frame, opens upcoming ones, and releases all others. */
  follow(frame: Frame, isPlaying: boolean, upcoming: readonly UpcomingLayer[]): void {
    this.#round += 1;
    for (const layer of frame.layers) this.#bring(layer, 'shown', isPlaying);
    for (const layer of frame.outgoing?.frame.layers ?? []) this.#bring(layer, 'outgoing', isPlaying);
    let videos = 0;
    for (const layer of upcoming) {
      if (isVideo(layer.layer)) videos += 1;
      if (videos <= MAX_UPCOMING_VIDEOS) this.#bring(layer, 'upcoming', layer.begins);
    }
    for (const session of this.#sessions.values()) if (session.round !== this.#round) this.#close(session);
  }

  /** Returns whether every visible video is paused at its time with data to play from there, or has failed. */
  isReady(): boolean {
    for (const session of this.#sessions.values()) if (isLate(session)) return false;
    return true;
  }

  /** Returns whether no playing video lacks data. Paused and backward ones do not count. */
  hasFutureData(): boolean {
    for (const session of this.#sessions.values()) {
      const { handle, role, rate } = session;
      if (role !== 'upcoming' && (handle.state === 'loading' || rate > 0) && isLate(session)) return false;
    }
    return true;
  }

  /** Returns the videos that are not ready. */
  late(): LayerFile[] {
    return [...this.#sessions.values()].filter(isLate).map(fileOf);
  }

  /** Returns visible files that failed and have not been reported since `forgetMissing`. */
  newlyMissing(kind?: MediaHandle['kind']): LayerFile[] {
    let found: LayerFile[] = none;
    for (const { layerId, role, handle } of this.#sessions.values()) {
      if (role !== 'shown' || handle.state !== 'failed' || this.#reported.has(layerId)) continue;
      if (kind && handle.kind !== kind) continue;
      this.#reported.add(layerId);
      if (found === none) found = [];
      found.push({ layerId, url: handle.url });
    }
    return found;
  }

  /** Lets missing files be reported again. */
  forgetMissing(): void {
    this.#reported.clear();
  }

  /** Releases everything. */
  dispose(): void {
    for (const session of this.#sessions.values()) this.#close(session);
  }

  #bring({ layer, mediaTime, mediaRate }: Omit<UpcomingLayer, 'begins'>, role: Session['role'], plays: boolean): void {
    if (!isPicture(layer)) return;
    const session = this.#sessionOf(layer);
    session.round = this.#round;
    session.role = role;
    session.rate = mediaRate;
    if (isVideo(layer)) session.handle.follow(mediaTime, plays ? mediaRate : 0, latenessOf(mediaRun(layer)));
  }

  #sessionOf(layer: PictureLayer): Session {
    const { id: layerId, url, type: kind } = layer;
    const known = this.#sessions.get(layerId);
    if (known?.handle.url === url && known.handle.kind === kind) return known;
    const handle = this.pool.acquire(url, kind, () => this.#onChange(layerId), layerId);
    known?.handle.release();
    this.#reported.delete(layerId);
    const session: Session = { layerId, handle, role: 'upcoming', rate: 0, round: 0 };
    this.#sessions.set(layerId, session);
    return session;
  }

  #close({ layerId, handle }: Session): void {
    this.#sessions.delete(layerId);
    handle.release();
  }
}

const none: LayerFile[] = [];

function isLate({ role, handle }: Session): boolean {
  return role !== 'upcoming' && handle.kind === 'video' && !handle.hasFutureData;
}

function fileOf({ layerId, handle }: Session): LayerFile {
  return { layerId, url: handle.url };
}
