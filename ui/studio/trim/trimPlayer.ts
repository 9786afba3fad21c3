import { proxy } from 'valtio/vanilla';
import type { TrimWindow } from '../../../engine/edit/trimWindow.ts';

/** Where the playing of a file stands. */
export interface TrimPlayerState {
  /** loading: nothing can be said yet; failed: no file, or none that this browser can play. */
  phase: 'loading' | 'ready' | 'failed';
  /** Length that the file tells, seconds; 0 while it is not known. */
  duration: number;
  isPlaying: boolean;
  /** It plays, and waits for more of the file. */
  isWaiting: boolean;
  /** Seconds of the file. */
  time: number;
}

/** Plays the kept part of a file, and shows moments of it. */
export interface TrimPlayer {
  readonly state: TrimPlayerState;
  /** Takes a media element that has its address already. @returns a function that lets go of it. */
  attach(element: HTMLMediaElement): () => void;
  /** Says what is kept; playing goes on within it. */
  keep(kept: TrimWindow): void;
  /** Plays the kept part, from where it was paused within it, or pauses. */
  toggle(): void;
  /** Pauses and shows a moment. Of many that are asked for quickly the last one counts. */
  show(seconds: number): void;
}

/** So much before the end of a file, or of what is kept of it, its last frame is seen, seconds. */
export const BEFORE_END = 0.03;

/** Makes a player without a file. */
export function createTrimPlayer(): TrimPlayer {
  return new Player();
}

class Player implements TrimPlayer {
  readonly state = proxy<TrimPlayerState>({
    phase: 'loading',
    duration: 0,
    isPlaying: false,
    isWaiting: false,
    time: 0,
  });
  #media: HTMLMediaElement | undefined;
  #kept: TrimWindow = { start: 0, end: Number.POSITIVE_INFINITY };
  #frame = 0;
  /** A moment that is to be shown once the one before it is. */
  #next: number | undefined;
  /** Nothing was played or shown yet: the start of what is kept is seen. */
  #isUntouched = true;

  attach(media: HTMLMediaElement): () => void {
    const { state } = this;
    this.#media = media;
    Object.assign(state, { phase: 'loading', duration: 0, isPlaying: false, isWaiting: false });
    const ending = new AbortController();
    const on = (name: string, work: () => void) => media.addEventListener(name, work, { signal: ending.signal });
    const learn = () => {
      if (Number.isFinite(media.duration)) state.duration = media.duration;
    };
    const ready = () => {
      learn();
      state.phase = 'ready';
    };
    on('loadedmetadata', () => {
      learn();
      this.#seek(this.#isUntouched ? this.#kept.start : state.time);
    });
    on('durationchange', learn);
    on('loadeddata', ready);
    on('error', () => Object.assign(state, { phase: 'failed', isPlaying: false, isWaiting: false }));
    on('waiting', () => Object.assign(state, { isWaiting: true }));
    for (const name of ['playing', 'seeked', 'canplay']) on(name, () => Object.assign(state, { isWaiting: false }));
    on('play', () => this.#follow());
    on('pause', () => this.#rest());
    on('seeked', () => this.#seekNext());
    // What happened before anybody listened.
    if (media.error) state.phase = 'failed';
    else if (media.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) {
      ready();
      this.#seek(this.#isUntouched ? this.#kept.start : state.time);
    }
    return () => {
      ending.abort();
      cancelAnimationFrame(this.#frame);
      media.pause();
      if (this.#media === media) this.#media = undefined;
    };
  }

  keep(kept: TrimWindow): void {
    this.#kept = kept;
    if (this.#isUntouched) this.#seek(kept.start);
  }

  toggle(): void {
    const media = this.#media;
    if (!media || this.state.phase === 'failed') return;
    if (!media.paused) {
      media.pause();
      return;
    }
    this.#isUntouched = false;
    const { start, end } = this.#kept;
    if (this.state.time < start || this.state.time >= end - 2 * BEFORE_END) this.#seek(start);
    // Refused only when it was paused again at once, or when the file cannot be played, which the element tells.
    media.play().catch(() => undefined);
  }

  show(seconds: number): void {
    this.#isUntouched = false;
    this.#media?.pause();
    this.#seek(seconds);
  }

  #seek(seconds: number): void {
    const media = this.#media;
    const most = this.state.duration > 0 ? Math.max(0, this.state.duration - BEFORE_END) : seconds;
    const time = Math.max(0, Math.min(seconds, most));
    this.state.time = time;
    if (!media || media.readyState === HTMLMediaElement.HAVE_NOTHING) return;
    if (media.seeking) this.#next = time;
    else media.currentTime = time;
  }

  #seekNext(): void {
    const time = this.#next;
    this.#next = undefined;
    if (time !== undefined && this.#media) this.#media.currentTime = time;
  }

  #follow(): void {
    this.state.isPlaying = true;
    const look = () => {
      const media = this.#media;
      if (!media || media.paused) return;
      const { start, end } = this.#kept;
      if (!media.seeking) this.state.time = media.currentTime;
      if (media.ended || this.state.time >= end - BEFORE_END / 2) {
        media.pause();
        this.#seek(start);
        return;
      }
      this.#frame = requestAnimationFrame(look);
    };
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(look);
  }

  #rest(): void {
    cancelAnimationFrame(this.#frame);
    this.state.isPlaying = false;
    this.state.isWaiting = false;
    // A file that ended by itself, before its end was noticed.
    if (this.#media?.ended) this.#seek(this.#kept.start);
  }
}
