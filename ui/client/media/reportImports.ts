import { animatedAvifNote } from '../../../engine/project/formats.ts';
import { pageMessages } from '../../../engine/project/pageMessages.ts';
import { showError, showFailure, showNote } from '../page/notices.ts';
import { isApiError } from '../page/server.ts';
import { own } from '../page/t.ts';
import type { LocalMedia } from './mediaEntry.ts';

/** Maximum number of file names in a message. */
const NAMED = 3;

/** A rejected file and the error. */
export interface RejectedFile {
  name: string;
  error: unknown;
}

/** Result of adding several files. */
interface Outcome {
  taken: readonly LocalMedia[];
  refused: readonly RejectedFile[];
  /** true: only one file was chosen, so its name is not needed. */
  isOne: boolean;
  /** true: they were chosen for their audio. */
  audio: boolean;
}

/**
 * Reports files that were rejected, and accepted files that cannot be displayed: each message once, with the file
 * names. Aborted files are not reported.
 */
export function reportImports({ taken, refused, isOne, audio }: Outcome): void {
  const stills = taken.filter(({ showsFirstOnly }) => showsFirstOnly);
  if (stills.length > 0) showNote(animatedAvifNote(namesOf(stills)), { waits: true });
  // Such as HEVC from a phone, which would otherwise be invisible without an explanation.
  const unseen = taken.filter(({ shown, kind }) => !shown && kind === 'video' && !audio);
  if (unseen.length > 0) showNote(notShown(namesOf(unseen)), { waits: true });
  if (isOne && refused[0]) showFailure(refused[0].error);
  else sayRefused(refused);
}

function sayRefused(refused: readonly RejectedFile[]): void {
  const files = new Map<string, RejectedFile[]>();
  for (const one of refused) {
    const { error } = one;
    if (error instanceof DOMException && error.name === 'AbortError') continue;
    const sentence = isApiError(error) && error.message ? error.message : pageMessages.unknown;
    files.set(sentence, [...(files.get(sentence) ?? []), one]);
  }
  for (const [sentence, list] of files) showError(`${sentence} (${namesOf(list, ({ name }) => own(name))})`);
}

const quoted = ({ name }: { name: string }) => `“${own(name)}”`;

/** Lists file names, limited to the first few. */
function namesOf<T extends { name: string }>(files: readonly T[], nameOf: (file: T) => string = quoted): string {
  const named = files.slice(0, NAMED).map(nameOf);
  const last = files.length > NAMED ? `${files.length - NAMED} more` : named.pop();
  return named.length > 0 ? `${named.join(', ')} and ${last}` : `${last}`;
}

/** Note for videos that this browser cannot decode. */
const notShown = (names: string) => `This browser cannot show ${names}. The server can, so the result will include it.`;
