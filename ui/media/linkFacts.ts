import { uploadOf } from '../../api/contract/derivedAddress.ts';
import { getClient } from '../state/server.ts';
import { mediaTable } from './mediaTable.ts';

const asked = new Map<string, Promise<void>>();

/** Asks the server, once, which audio tracks a link has that it has fetched. Never fails. @param readUrl its path on the server. */
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
    // It may be another session's, or the server away: then it has one track here.
    mediaTable.linkFacts[readUrl] = {};
  }
}
