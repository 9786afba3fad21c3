import { proxy } from 'valtio/vanilla';
import type { TrimWindow } from '../../engine/edit/trimWindow.ts';

/** State of a trim player. */
export interface TrimPlayerState {
  /** failed: no file, or the browser cannot play it. */
  phase: 'loading' | 'ready' | 'failed';
  /** Duration in seconds according to the media element; 0 if unknown. */
  duration: number;
  isPlaying: boolean;
  /** Whether playback is waiting for data. */
  isWaiting: boolean;
  /** Position in the file, in seconds. */
  time: number;
}

/** Plays the kept span of a file and shows single frames. */
export interface TrimPlayer {
  readonly state: TrimPlayerState;
  /** Attaches a media element with its address set. @returns a function that detaches it. */
  attach(element: HTMLMediaElement): () => void;
  /** Sets the kept span; playback stays within it. */
  setWindow(kept: TrimWindow): void;
  /** Plays the kept span from where it was paused, or pauses. */
  toggle(): void;
  /** Pauses and seeks. Of several quick calls, the last one wins. */
  show(seconds: number): void;
}

/** Distance before the end at which the last frame is shown, in seconds. */
export const BEFORE_END = 0.03;

/** Creates a player without a media element. */
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
  /** A seek that waits for the current one to finish. */
  #next: number | undefined;
  /** Nothing was played or shown yet: the start of the kept span is visible. */
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
    // Events that fired before the listeners were added.
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

  setWindow(kept: TrimWindow): void {
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
    // Rejected only if paused again at once, or if the file cannot be played, which the error event reports.
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
    // The file ended before the next time check.
    if (this.#media?.ended) this.#seek(this.#kept.start);
  }
}
