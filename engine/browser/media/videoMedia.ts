import { CANVAS_REFRESH_MS } from '../playbackClock.ts';
import { findOrigin, lateLengthOf, noteFirstFrame, originOf } from './fileOrigin.ts';
import { MovingMedia, type OpenMedia, type StandIn } from './openMedia.ts';
import { Steer } from './steer.ts';

/** Drift of a playing video above which it is sought, in seconds. */
const MAX_DRIFT = 0.15;
/** Drift correction of a silent video, which is inaudible. */
const STEERING = { deadband: 0.015, maxCorrection: 0.05 };
/** Time after a seek during which a playing video is not sought again, in milliseconds, to avoid endless seeking. */
const JUMP_REST_MS = 400;
/** Largest assumed delay by a seek, in seconds. */
const LONGEST_JUMP = 0.5;
/**
 * A drawing stays for one tick of the canvas, so videos run ahead by half a tick to be on time on average, in seconds.
 */
const AHEAD = CANVAS_REFRESH_MS / 2000;
/** Distance to its end at which a video no longer waits for data, in seconds. */
const AT_END = 0.1;
/** HTMLMediaElement.HAVE_CURRENT_DATA. */
const HAVE_CURRENT_DATA = 2;
/** HTMLMediaElement.HAVE_FUTURE_DATA. */
const HAVE_FUTURE_DATA = 3;
/** At its very end a video shows nothing; the last frame is this much earlier, in seconds. */
const BEFORE_END = 0.001;
/** Longest wait for the frame callback after a seek, in milliseconds; some browsers omit it for the same frame. */
const FRAME_WAIT_MS = 1000;
/** Longest wait for the time of the first frame after loading, in milliseconds; hidden tabs show none. */
const FIRST_FRAME_WAIT_MS = 250;
/** A frame that began longer than this before the requested time is from before the seek, in seconds. */
const LONGEST_FRAME = 0.5;

/** Opens a video in its own media element. @param standIn see StandIn; default: the previous frame stays. */
export function openVideo(address: string, onChange: () => void, standIn?: StandIn): OpenMedia {
  return new VideoMedia(address, onChange, standIn);
}

class VideoMedia extends MovingMedia<HTMLVideoElement | OffscreenCanvas> {
  readonly #video = document.createElement('video');
  readonly #address: string;
  #timer = 0;
  #target = 0;
  #rate = 0;
  #lateness = 0;
  /** Element time at second 0 of the file; undefined until its first frame is known. */
  #origin: number | undefined;
  readonly #steer = new Steer(STEERING);
  /** Time of the last seek while playing, as performance.now. */
  #jumpedAt = Number.NEGATIVE_INFINITY;
  /** Measured delay by a seek, in seconds. */
  #jumpCost = 0.05;
  #isJumpMeasured = true;
  /** Element time of the last seek while paused; NaN: none, or it has moved since. */
  #sought = Number.NaN;
  #seeking = false;
  /** Start of the last seek, as performance.now, and whether its frame arrived before the `seeked` event. */
  #soughtAt = 0;
  #hasArrived = false;
  readonly #standIn: StandIn | undefined;

  constructor(address: string, onChange: () => void, standIn?: StandIn) {
    super(onChange);
    this.#address = address;
    this.#origin = originOf(address);
    this.#standIn = standIn;
    const video = this.#video;
    const { signal } = this.ending;
    video.muted = true;
    video.playsInline = true;
    video.preload = 'auto';
    video.crossOrigin = 'anonymous';
    video.addEventListener('loadeddata', () => this.#onLoaded(), { signal });
    video.addEventListener('seeked', () => this.#onSeeked(), { signal });
    video.addEventListener('error', () => this.fail(), { signal });
    video.src = address;
    video.load();
    this.#awaitFrame();
  }

  get hasFutureData(): boolean {
    const video = this.#video;
    if (this.#seeking || video.seeking) return false;
    if (video.readyState >= HAVE_FUTURE_DATA || video.ended || video.duration - video.currentTime < AT_END) return true;
    // WebKit, paused for lack of data, reports this until it plays again, regardless of later data.
    return video.paused && video.readyState === HAVE_CURRENT_DATA && isBufferedAt(video, video.currentTime + AT_END);
  }

  follow(time: number, rate: number, lateness: number): void {
    this.#target = time;
    this.#rate = rate;
    this.#lateness = lateness;
    if (this.state !== 'ready') return;
    if (rate > 0) this.#play();
    else this.#rest();
  }

  override close(): void {
    clearTimeout(this.#timer);
    super.close();
    const video = this.#video;
    video.pause();
    video.removeAttribute('src');
    // Only loading nothing releases connection and decoder, of which browsers have few.
    video.load();
  }

  #play(): void {
    const video = this.#video;
    this.#sought = Number.NaN;
    this.settled = true;
    this.#showFrame(this.#target);
    if (!this.#seeking && !video.seeking) this.#keepTime(performance.now());
    // At its very end it would start over.
    if (video.paused && !video.ended) video.play().catch(() => {});
    this.#tellWithoutCallbacks();
  }

  /** Corrects the drift of a playing video. */
  #keepTime(now: number): void {
    const video = this.#video;
    const last = this.#last;
    const due = this.#clockOf(this.#target);
    const drift = video.currentTime - Math.min(last, due + AHEAD * this.#rate);
    const hasRested = now - this.#jumpedAt > JUMP_REST_MS;
    if (hasRested && !this.#isJumpMeasured) {
      this.#isJumpMeasured = true;
      const isLate = Math.abs(drift) < 1 ? drift / this.#rate : 0;
      this.#jumpCost = Math.min(LONGEST_JUMP, Math.max(0, this.#jumpCost - 0.7 * isLate));
    }
    if (Math.abs(drift) > MAX_DRIFT && (hasRested || Math.abs(drift) > 1)) {
      this.#jumpedAt = now;
      this.#isJumpMeasured = video.paused;
      const cost = video.paused ? 0 : this.#jumpCost;
      video.currentTime = Math.min(last, due + (AHEAD + cost) * this.#rate);
      return;
    }
    const rate = this.#steer.rateFor(this.#rate, drift);
    if (video.playbackRate !== rate) video.playbackRate = rate;
  }

  #rest(): void {
    const video = this.#video;
    if (!video.paused) video.pause();
    const target = Math.min(this.#clockOf(this.#target) + this.#lateness, this.#last);
    if (target === this.#sought) return;
    this.#showNearby(target - this.#clockOf(0));
    if (this.#seeking) return;
    this.#sought = target;
    this.#seeking = true;
    this.#soughtAt = performance.now();
    this.#hasArrived = false;
    this.settled = false;
    clearTimeout(this.#timer);
    video.currentTime = target;
  }

  /** Converts a time of the file to element time. */
  #clockOf(time: number): number {
    return time + (this.#origin ?? 0);
  }

  /** Element time just before the end. */
  get #last(): number {
    return Math.max(0, this.#clockOf(this.duration) - BEFORE_END);
  }

  /** Shows a nearby thumbnail until the frame arrives. */
  #showNearby(target: number): void {
    const picture = this.#standIn?.pictureAt(target);
    if (!picture) return;
    this.source = picture;
    // Asynchronously: changes are never reported within the call that causes them.
    queueMicrotask(() => !this.ending.signal.aborted && this.notify());
  }

  /** Shows the element's frame of a time. */
  #showFrame(time: number): void {
    this.#standIn?.yieldsTo(time, time);
    this.source = this.#video;
  }

  #onLoaded(): void {
    const video = this.#video;
    if (video.videoWidth === 0) {
      this.fail();
      return;
    }
    if (this.#origin !== undefined || !('requestVideoFrameCallback' in video)) this.#begin(this.#origin ?? 0);
    else this.#timer = window.setTimeout(() => this.#begin(0), FIRST_FRAME_WAIT_MS);
  }

  /**
   * Starts to show the requested time, once the first frame's time is known. @param origin element time at second 0.
   */
  #begin(origin: number): void {
    const video = this.#video;
    clearTimeout(this.#timer);
    this.#applyOrigin(origin);
    this.source = video;
    this.width = video.videoWidth;
    this.height = video.videoHeight;
    this.state = 'ready';
    this.follow(this.#target, this.#rate, this.#lateness);
    this.notify();
    if ('requestVideoFrameCallback' in video) void findOrigin(this.#address).then((exact) => this.#moveTo(exact));
  }

  /** Follows an origin that became known after the start. */
  #moveTo(origin: number): void {
    if (this.ending.signal.aborted || this.state !== 'ready' || origin === this.#origin) return;
    this.#applyOrigin(origin);
    this.follow(this.#target, this.#rate, this.#lateness);
    this.notify();
  }

  #applyOrigin(origin: number): void {
    const { duration } = this.#video;
    this.#origin = origin;
    const rest = Number.isFinite(duration) ? Math.max(0, duration - origin) : 0;
    this.duration = lateLengthOf(this.#address) ?? rest;
  }

  /** Continues to a later request, or waits for the frame. */
  #onSeeked(): void {
    this.#seeking = false;
    if (this.#rate > 0) return;
    const target = this.#sought;
    this.#rest();
    if (this.#sought !== target) return;
    if (this.#hasArrived) {
      this.#settle();
      return;
    }
    this.#timer = window.setTimeout(() => this.#settle(), FRAME_WAIT_MS);
    this.notify();
  }

  #awaitFrame(): void {
    if (!('requestVideoFrameCallback' in this.#video)) return;
    this.#video.requestVideoFrameCallback((_, { mediaTime, presentationTime }) => {
      if (this.ending.signal.aborted) return;
      this.#awaitFrame();
      if (this.state === 'failed') return;
      if (this.state !== 'ready') {
        this.#origin ??= noteFirstFrame(this.#address, mediaTime);
        if (this.#video.readyState >= HAVE_CURRENT_DATA) this.#begin(this.#origin);
        return;
      }
      if (this.#standIn?.yieldsTo(mediaTime - this.#clockOf(0), this.#target)) this.source = this.#video;
      const isSought = Math.abs(this.#sought - mediaTime) <= LONGEST_FRAME;
      // Chromium shows the frame shortly before the `seeked` event.
      this.#hasArrived ||= isSought && presentationTime >= this.#soughtAt;
      if (isSought && !this.#seeking) this.#settle();
      else this.notify();
    });
  }

  #settle(): void {
    clearTimeout(this.#timer);
    this.settled = true;
    this.#showFrame(this.#sought - this.#clockOf(0));
    this.notify();
  }

  /** Without frame callbacks, each tick may bring a new frame. */
  #tellWithoutCallbacks(): void {
    if (!('requestVideoFrameCallback' in this.#video)) this.notify();
  }

  protected override fail(): void {
    clearTimeout(this.#timer);
    super.fail();
  }
}

function isBufferedAt({ buffered }: HTMLVideoElement, time: number): boolean {
  for (let i = 0; i < buffered.length; i += 1) if (buffered.start(i) <= time && time <= buffered.end(i)) return true;
  return false;
}
