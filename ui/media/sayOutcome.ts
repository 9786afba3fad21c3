import { onlyFirstShown } from '../../engine/project/formats.ts';
import { pageMessages } from '../../engine/project/pageMessages.ts';
import { showError, showFailure, showNote } from '../state/notices.ts';
import { isApiError } from '../state/server.ts';
import { own } from '../texts/t.ts';
import type { LocalMedia } from './mediaEntry.ts';

/** How many files are named in a sentence about them. */
const NAMED = 3;

/** A file that was not taken, and why. */
export interface Refused {
  name: string;
  error: unknown;
}

/** What became of files that were chosen together. */
interface Outcome {
  taken: readonly LocalMedia[];
  refused: readonly Refused[];
  /** true: one file was chosen, so that nobody needs its name. */
  isOne: boolean;
  /** true: they were chosen for their sound. */
  audio: boolean;
}

/**
 * Says which of some files were not taken, and which are taken but not seen here: each sentence once, with the names of its
 * files. What was stopped is not said.
 */
export function sayOutcome({ taken, refused, isOne, audio }: Outcome): void {
  const stills = taken.filter(({ showsFirstOnly }) => showsFirstOnly);
  if (stills.length > 0) showNote(onlyFirstShown(namesOf(stills)), { waits: true });
  // Such as HEVC from a phone: nothing of it would be seen here, and nobody would know why.
  const unseen = taken.filter(({ shown, kind }) => !shown && kind === 'video' && !audio);
  if (unseen.length > 0) showNote(notShown(namesOf(unseen)), { waits: true });
  if (isOne && refused[0]) showFailure(refused[0].error);
  else sayRefused(refused);
}

function sayRefused(refused: readonly Refused[]): void {
  const files = new Map<string, Refused[]>();
  for (const one of refused) {
    const { error } = one;
    if (error instanceof DOMException && error.name === 'AbortError') continue;
    const sentence = isApiError(error) && error.message ? error.message : pageMessages.unknown;
    files.set(sentence, [...(files.get(sentence) ?? []), one]);
  }
  for (const [sentence, list] of files) showError(`${sentence} (${namesOf(list, ({ name }) => own(name))})`);
}

const quoted = ({ name }: { name: string }) => `“${own(name)}”`;

/** Some files by their names, the first few of many. */
function namesOf<T extends { name: string }>(files: readonly T[], nameOf: (file: T) => string = quoted): string {
  const named = files.slice(0, NAMED).map(nameOf);
  const last = files.length > NAMED ? `${files.length - NAMED} more` : named.pop();
  return named.length > 0 ? `${named.join(', ')} and ${last}` : `${last}`;
}

/** Said of videos that this browser has no decoder for. */
const notShown = (names: string) => `This browser cannot show ${names}. The server can, so the result will include it.`;
