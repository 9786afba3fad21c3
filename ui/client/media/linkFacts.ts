import { uploadOf } from '../../../api/contract/derivedAddress.ts';
import { getClient } from '../page/server.ts';
import { mediaTable } from './mediaTable.ts';

/** How long a failed request is not repeated, in milliseconds: players ask for the tracks many times a second. */
const RETRY_AFTER_MS = 5000;

const asked = new Map<string, Promise<void>>();

/**
 * Loads the audio tracks of a fetched link from the server, once. Forgets a failure after some seconds. Never rejects.
 * @param readUrl path on the server.
 */
export function learnLink(readUrl: string): Promise<void> {
  if (uploadOf(readUrl) === undefined) return Promise.resolve();
  const known = asked.get(readUrl) ?? learn(readUrl);
  asked.set(readUrl, known);
  return known;
}

async function learn(readUrl: string): Promise<void> {
  try {
    const { audioTracks, audioTrack } = await (await getClient()).getUpload(readUrl);
    mediaTable.linkFacts[readUrl] = audioTracks ? { audioTracks, audioTrack: audioTrack ?? 0 } : {};
  } catch {
    // The link may belong to another session, or the server is unreachable: assume one track for now.
    setTimeout(() => asked.delete(readUrl), RETRY_AFTER_MS);
  }
}
