import { ApiError, isPassing } from './errors.ts';
import { readEvents } from './eventStream.ts';
import { readJson } from './http.ts';
import { pause } from './quiet.ts';
import { isFinal, type VideoRecord, videoRecord } from './video.ts';

/** Milliseconds without data after which a stream counts as dead; the server sends a heartbeat every 15 s. */
const SILENCE_MS = 40_000;

/** Milliseconds in which a healthy stream delivers its first event. */
const FIRST_MS = 5_000;

/** Access to the changes of a video. */
export interface VideoSource {
  /** Opens the event stream. */
  open: (signal: AbortSignal) => Promise<Response>;
  /** Reads the record once; used when a stream fails. */
  read: (signal?: AbortSignal) => Promise<VideoRecord>;
}

/** Options to follow a video. */
export interface FollowOptions {
  signal?: AbortSignal;
  /** Milliseconds of retries while the server does not answer; default: 2 minutes. */
  giveUpAfterMs?: number;
}

/**
 * Yields a video's record now and on every change, until it is final. Reads the event stream; when that fails, reads
 * the record once and reconnects. Throws if the server rejects the request or does not answer for longer than
 * `giveUpAfterMs`.
 */
export async function* followVideo(source: VideoSource, options: FollowOptions = {}): AsyncGenerator<VideoRecord> {
  const { signal, giveUpAfterMs = 120_000 } = options;
  let answered = performance.now();
  let last = '';
  const isNew = (video: VideoRecord): boolean => {
    answered = performance.now();
    const text = JSON.stringify(video);
    const changed = text !== last;
    last = text;
    return changed;
  };
  const bear = (error: unknown): void => {
    if (signal?.aborted) throw signal.reason;
    if (!isPassing(error) || performance.now() - answered > giveUpAfterMs) throw error;
  };
  for (let attempt = 0; ; attempt += 1) {
    // The stream while it lasts, then a single read: so networks that block streams are polled.
    for (const look of [() => streamOnce(source, signal), () => readOnce(source, signal)]) {
      try {
        for await (const video of look()) {
          if (isNew(video)) {
            attempt = 0;
            yield video;
          }
          if (isFinal(video)) return;
        }
      } catch (error) {
        bear(error);
      }
    }
    await pause(Math.min(250 * 2 ** attempt, 3000), signal);
  }
}

async function* readOnce(source: VideoSource, signal: AbortSignal | undefined): AsyncGenerator<VideoRecord> {
  yield await source.read(signal);
}

async function* streamOnce(source: VideoSource, signal: AbortSignal | undefined): AsyncGenerator<VideoRecord> {
  const own = new AbortController();
  const stop = () => own.abort(signal?.reason);
  signal?.addEventListener('abort', stop, { once: true });
  if (signal?.aborted) stop();
  const silent = () => own.abort(new ApiError(0, 'network', 'The server stopped responding.'));
  // Without a first event, a proxy probably buffers the stream: poll instead.
  let timer = setTimeout(silent, FIRST_MS);
  const restartTimer = () => {
    clearTimeout(timer);
    timer = setTimeout(silent, SILENCE_MS);
  };
  try {
    const answer = await source.open(own.signal);
    if (!answer.body) return;
    for await (const event of readEvents(answer.body, restartTimer)) {
      if (event.event === 'video') yield await readJson(new Response(event.data), videoRecord);
    }
  } catch (error) {
    if (error instanceof ApiError || own.signal.aborted) throw own.signal.reason ?? error;
    // The connection broke during the stream, which is no answer of the server.
    throw new ApiError(0, 'network', 'The connection to the server was lost.');
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
    own.abort();
  }
}
