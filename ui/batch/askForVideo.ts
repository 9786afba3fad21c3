import { isPassing } from '../../api/contract/errors.ts';
import { pause } from '../../api/contract/quiet.ts';
import type { VideoRecord } from '../../api/contract/video.ts';
import { newIdempotencyKey } from '../state/newIdempotencyKey.ts';
import { getClient, isApiError } from '../state/server.ts';
import { stoppable } from '../state/stoppable.ts';

/** Number of retries if the server is unreachable or fails. */
const TRIES = 5;
const FIRST_PAUSE_MS = 1000;
/** Maximum pause before a retry, even if the server asks for a longer one, in milliseconds. */
const LONGEST_PAUSE_MS = 60_000;
/** Longest requested pause to wait for, in seconds. A longer one, as for a used-up daily quota, becomes an error. */
const WORTH_WAITING_SECONDS = 600;

/**
 * Creates one video of a batch. Retries while the server is busy, after the pause it asks for, unless that is too long.
 * A lost response does not create a second video.
 * @throws ApiError; the signal's reason if aborted: a video that was created nevertheless is deleted.
 */
export async function askForVideo(body: Record<string, unknown>, signal: AbortSignal): Promise<VideoRecord> {
  const client = await getClient();
  const idempotencyKey = newIdempotencyKey();
  for (let failures = 0; ; ) {
    signal.throwIfAborted();
    try {
      const asked = client.createVideo(body, { idempotencyKey });
      // Without the signal, because the response is needed to delete a video that is aborted just now.
      asked.then(
        ({ _id }) => signal.aborted && discardVideo(_id),
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

/** Deletes a video that is no longer needed; it may not exist. */
export function discardVideo(id: string): void {
  void getClient().then((client) => client.deleteVideo(id).catch(() => undefined));
}
