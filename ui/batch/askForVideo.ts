import { isPassing } from '../../api/contract/errors.ts';
import { pause } from '../../api/contract/quiet.ts';
import type { VideoRecord } from '../../api/contract/video.ts';
import { newIdempotencyKey } from '../state/newIdempotencyKey.ts';
import { getClient, isApiError } from '../state/server.ts';
import { stoppable } from '../state/stoppable.ts';

/** How often a server that is away, or fails, is asked again. */
const TRIES = 5;
const FIRST_PAUSE_MS = 1000;
/** A server that says when to come back is waited for so long at most before it is asked again, milliseconds. */
const LONGEST_PAUSE_MS = 60_000;
/** Whoever may have nothing more rendered today is told so, and not left to look at a list that stands still, seconds. */
const WORTH_WAITING_SECONDS = 600;

/**
 * Asks for a video among many: a server that has enough to do is asked again when it says, for as long as it says so, unless
 * that is far off.
 * An answer that is lost makes no second video.
 * @throws ApiError; the signal's reason when aborted: what was asked for then is taken back.
 */
export async function askForVideo(body: Record<string, unknown>, signal: AbortSignal): Promise<VideoRecord> {
  const client = await getClient();
  const idempotencyKey = newIdempotencyKey();
  for (let failures = 0; ; ) {
    signal.throwIfAborted();
    try {
      const asked = client.createVideo(body, { idempotencyKey });
      // Without the signal: the answer says what to take back of what is stopped just now.
      asked.then(
        ({ _id }) => signal.aborted && takeBack(_id),
        () => undefined,
      );
      return await stoppable(asked, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (!isApiError(error)) throw error;
      const isBusy = error.status === 429 && (error.retryAfter ?? 0) <= WORTH_WAITING_SECONDS;
      if (!isBusy && (error.status === 429 || !isPassing(error) || failures >= TRIES)) throw error;
      const usual = FIRST_PAUSE_MS * 2 ** failures;
      if (!isBusy) failures += 1;
      await pause(Math.min(1000 * (error.retryAfter ?? usual / 1000), LONGEST_PAUSE_MS), signal);
    }
  }
}

/** Cancels a video that nobody wants any more; it may be gone. */
export function takeBack(id: string): void {
  void getClient().then((client) => client.deleteVideo(id).catch(() => undefined));
}
