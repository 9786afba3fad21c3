import { isPicture, isVideo } from '../../kinds/families.ts';
import type { PictureLayer } from '../../project/layers.ts';
import { mediaRun } from '../../timeline/durations.ts';
import { latenessOf } from '../../timeline/mediaTime.ts';
import type { Frame, ResolvedLayer } from '../../timeline/resolve.ts';
import type { MediaHandle, MediaPool } from './mediaPool.ts';

/** A layer's file, and where it is named. */
export interface LayerFile {
  layerId: string;
  /** As the project names it. */
  url: string;
}

/** A layer that is not seen yet but soon, as it looks when it begins. */
export interface UpcomingLayer extends Pick<ResolvedLayer, 'layer' | 'mediaTime' | 'mediaRate'> {
  /** Whether it is to start playing now, so that it moves when it is seen. */
  begins: boolean;
}

/** Gives the file of a layer as it is open now; undefined for a layer without one. */
export type MediaOf = (layerId: string) => MediaHandle | undefined;

/** So many upcoming videos are open at once, the next ones first: a browser has few decoders. */
const MAX_UPCOMING_VIDEOS = 8;

interface Session {
  layerId: string;
  handle: MediaHandle;
  /** outgoing: of the scene before, which stands still in a transition. */
  role: 'shown' | 'outgoing' | 'upcoming';
  /** Seconds of the source a second, as the frame has it. */
  rate: number;
  /** Which call of `follow` it was last part of. */
  round: number;
}

/**
 * The files of the layers that are seen, or soon will be: one session a layer, opened ahead and released when it is
 * over. The one place that opens, seeks, plays and releases what a canvas shows.
 */
export class MediaSessions {
  readonly pool: MediaPool;
  readonly #onChange: (layerId: string) => void;
  readonly #sessions = new Map<string, Session>();
  /** Layers whose file is missing, and was told of. */
  readonly #told = new Set<string>();
  #round = 0;

  /** @param onChange called, later, when the file of a layer has another state or shows another picture. */
  constructor(pool: MediaPool, onChange: (layerId: string) => void) {
    this.pool = pool;
    this.#onChange = onChange;
  }

  /** See MediaOf. */
  readonly of: MediaOf = (layerId) => this.#sessions.get(layerId)?.handle;

  /** Whether a video is shown. */
  get hasVideo(): boolean {
    for (const { role, handle } of this.#sessions.values())
      if (role === 'shown' && handle.kind === 'video') return true;
    return false;
  }

  /** Brings every file to what a frame says of it, opens those that are upcoming, and releases all others. */
  follow(frame: Frame, isPlaying: boolean, upcoming: readonly UpcomingLayer[]): void {
    this.#round += 1;
    for (const layer of frame.layers) this.#bring(layer, 'shown', isPlaying);
    for (const layer of frame.outgoing?.frame.layers ?? []) this.#bring(layer, 'outgoing', false);
    let videos = 0;
    for (const layer of upcoming) {
      if (isVideo(layer.layer)) videos += 1;
      if (videos <= MAX_UPCOMING_VIDEOS) this.#bring(layer, 'upcoming', layer.begins);
    }
    for (const session of this.#sessions.values()) if (session.round !== this.#round) this.#close(session);
  }

  /** Whether every video that is seen rests at its time and can be played from there, or will never be. */
  isReady(): boolean {
    for (const session of this.#sessions.values()) if (isLate(session)) return false;
    return true;
  }

  /** Whether no video lacks the data to play on. One that stands still or is played backwards shows what it can. */
  hasFutureData(): boolean {
    for (const session of this.#sessions.values()) {
      const { handle, role, rate } = session;
      if (role === 'shown' && (handle.state === 'loading' || rate > 0) && isLate(session)) return false;
    }
    return true;
  }

  /** The videos that are waited for. */
  late(): LayerFile[] {
    return [...this.#sessions.values()].filter(isLate).map(fileOf);
  }

  /** The files that are shown, but cannot be, and that have not been told of since `forgetMissing`. */
  newlyMissing(kind?: MediaHandle['kind']): LayerFile[] {
    let found: LayerFile[] = none;
    for (const { layerId, role, handle } of this.#sessions.values()) {
      if (role !== 'shown' || handle.state !== 'failed' || this.#told.has(layerId)) continue;
      if (kind && handle.kind !== kind) continue;
      this.#told.add(layerId);
      if (found === none) found = [];
      found.push({ layerId, url: handle.url });
    }
    return found;
  }

  /** Tells of missing files once more. */
  forgetMissing(): void {
    this.#told.clear();
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
    this.#told.delete(layerId);
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
