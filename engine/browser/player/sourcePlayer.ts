import type { TrimWindow } from '../../edit/trimWindow.ts';

/** State of a source player. A change replaces the object. */
export interface SourcePlayerState {
  /** failed: no file, or the browser cannot play it. */
  readonly phase: 'loading' | 'ready' | 'failed';
  /** Duration in seconds according to the media element; 0 if unknown. */
  readonly duration: number;
  readonly isPlaying: boolean;
  /** Whether playback is waiting for data. */
  readonly isWaiting: boolean;
  /** Position in the file, in seconds. */
  readonly time: number;
}

/** Plays a span of one source file and shows its single frames. */
export interface SourcePlayer {
  readonly state: SourcePlayerState;
  /** Calls a listener after each change of the state. @returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
  /** Attaches a media element with its address set. @returns a function that detaches it. */
  attach(element: HTMLMediaElement): () => void;
  /** Sets the span; playback stays within it. */
  setWindow(span: TrimWindow): void;
  /** Plays the span from where it was paused, or pauses. */
  toggle(): void;
  /** Pauses and seeks. Of several quick calls, the last one wins. */
  seek(seconds: number): void;
}

/** Distance before the end at which the last frame is shown, in seconds. */
export const BEFORE_END = 0.03;

/** Inaudible difference between video and audio, in seconds. */
const DRIFT = 0.1;

/**
 * Creates a player without a media element. A trimmer uses it instead of `openPlayer`, which plays projects: a source
 * may be playable by a media element only, its duration may be known only from there, and seeking an element is the
 * fastest way to show a frame of a long file.
 */
export function createSourcePlayer(): SourcePlayer {
  return new ElementPlayer();
}

class ElementPlayer implements SourcePlayer {
  state: SourcePlayerState = { phase: 'loading', duration: 0, isPlaying: false, isWaiting: false, time: 0 };
  readonly #listeners = new Set<() => void>();
  #media: HTMLMediaElement | undefined;
  #span: TrimWindow = { start: 0, end: Number.POSITIVE_INFINITY };
  #request = 0;
  /** A seek that waits for the current one to finish. */
  #nextSeek: number | undefined;
  /** Nothing was played or shown yet: the start of the span is visible. */
  #isUntouched = true;

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  attach(media: HTMLMediaElement): () => void {
    this.#media = media;
    this.#set({ phase: 'loading', duration: 0, isPlaying: false, isWaiting: false });
    const ending = new AbortController();
    const on = (name: string, work: () => void) => media.addEventListener(name, work, { signal: ending.signal });
    const readDuration = () => {
      if (Number.isFinite(media.duration)) this.#set({ duration: media.duration });
    };
    const showFirst = () => this.#seek(this.#isUntouched ? this.#span.start : this.state.time);
    const becomeReady = () => {
      readDuration();
      this.#set({ phase: 'ready' });
    };
    on('loadedmetadata', () => {
      readDuration();
      showFirst();
    });
    on('durationchange', readDuration);
    on('loadeddata', becomeReady);
    on('error', () => this.#set({ phase: 'failed', isPlaying: false, isWaiting: false }));
    on('waiting', () => this.#set({ isWaiting: true }));
    for (const name of ['playing', 'seeked', 'canplay']) on(name, () => this.#set({ isWaiting: false }));
    on('play', () => this.#followTime());
    on('pause', () => this.#stop());
    on('seeked', () => this.#seekNext());
    // Events that fired before the listeners were added.
    if (media.error) this.#set({ phase: 'failed' });
    else if (media.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) {
      becomeReady();
      showFirst();
    }
    return () => {
      ending.abort();
      cancelAnimationFrame(this.#request);
      media.pause();
      if (this.#media === media) this.#media = undefined;
    };
  }

  setWindow(span: TrimWindow): void {
    this.#span = span;
    if (this.#isUntouched) this.#seek(span.start);
  }

  toggle(): void {
    const media = this.#media;
    if (!media || this.state.phase === 'failed') return;
    if (!media.paused) {
      media.pause();
      return;
    }
    this.#isUntouched = false;
    const { start, end } = this.#span;
    if (this.state.time < start || this.state.time >= end - 2 * BEFORE_END) this.#seek(start);
    // Rejected only if paused again at once, or if the file cannot be played, which the error event reports.
    media.play().catch(() => undefined);
  }

  seek(seconds: number): void {
    this.#isUntouched = false;
    this.#media?.pause();
    this.#seek(seconds);
  }

  #seek(seconds: number): void {
    const media = this.#media;
    const { duration } = this.state;
    const most = duration > 0 ? Math.max(0, duration - BEFORE_END) : seconds;
    const time = Math.max(0, Math.min(seconds, most));
    this.#set({ time });
    if (!media || media.readyState === HTMLMediaElement.HAVE_NOTHING) return;
    if (media.seeking) this.#nextSeek = time;
    else media.currentTime = time;
  }

  #seekNext(): void {
    const time = this.#nextSeek;
    this.#nextSeek = undefined;
    if (time !== undefined && this.#media) this.#media.currentTime = time;
  }

  #followTime(): void {
    this.#set({ isPlaying: true });
    const tick = () => {
      const media = this.#media;
      if (!media || media.paused) return;
      const { start, end } = this.#span;
      if (!media.seeking) this.#set({ time: media.currentTime });
      if (media.ended || this.state.time >= end - BEFORE_END / 2) {
        media.pause();
        this.#seek(start);
        return;
      }
      this.#request = requestAnimationFrame(tick);
    };
    cancelAnimationFrame(this.#request);
    this.#request = requestAnimationFrame(tick);
  }

  #stop(): void {
    cancelAnimationFrame(this.#request);
    this.#set({ isPlaying: false, isWaiting: false });
    // The file ended before the next tick.
    if (this.#media?.ended) this.#seek(this.#span.start);
  }

  #set(changes: Partial<SourcePlayerState>): void {
    this.state = { ...this.state, ...changes };
    for (const listener of this.#listeners) listener();
  }
}

/**
 * Plays an audio element along with a video, for a track that the video element cannot play itself.
 * @returns a function that ends it.
 */
export function followVideo(video: HTMLMediaElement, audio: HTMLMediaElement): () => void {
  const ending = new AbortController();
  const on = (names: readonly string[], work: () => void) => {
    for (const name of names) video.addEventListener(name, work, { signal: ending.signal });
  };
  const align = () => {
    if (Math.abs(audio.currentTime - video.currentTime) > DRIFT) audio.currentTime = video.currentTime;
  };
  const play = () => {
    align();
    // Rejected only if paused again at once; a file that cannot be played stays silent.
    if (!video.paused && audio.paused) audio.play().catch(() => undefined);
  };
  on(['seeked', 'timeupdate'], align);
  on(['play', 'playing'], play);
  on(['pause', 'waiting', 'ended'], () => audio.pause());
  play();
  return () => {
    ending.abort();
    audio.pause();
  };
}
