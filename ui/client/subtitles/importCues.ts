import {
  CUE_ENDINGS,
  CUE_FILE_TOO_LONG,
  type CueFormat,
  FORMATTING_DROPPED,
  frameRateAssumed,
  isCueFileName,
  MAX_CUE_FILE_LENGTH,
  readCues,
  writeCues,
} from '../../../engine/edit/cueFile.ts';
import { type CueFileProblem, skippedNote } from '../../../engine/edit/cueFormats/checkCues.ts';
import { addCues } from '../../../engine/edit/cues.ts';
import { decodeText, ENCODING_GUESSED } from '../../../engine/edit/decodeText.ts';
import { newId } from '../../../engine/project/id.ts';
import { MAX_CUES } from '../../../engine/project/limits.ts';
import type { Cue } from '../../../engine/project/subtitles.ts';
import { showError, showNote } from '../page/notices.ts';
import { saveBlob } from '../page/saveFile.ts';

/** Subtitle files, in the format of an input's accept attribute. */
export const CUE_FILES = [...CUE_ENDINGS, 'text/vtt', 'application/x-subrip'].join();

const TYPES: Readonly<Record<CueFormat, string>> = {
  srt: 'application/x-subrip',
  vtt: 'text/vtt',
  txt: 'text/plain',
};

/** Result of reading a file; `notes` are sentences about omissions and guesses. */
export type Imported =
  | { ok: true; cues: readonly Cue[]; notes: readonly string[] }
  | { ok: false; name: string; problems: CueFileProblem[] };

/** Returns whether a file's name marks it as subtitles. */
export function isCueFile({ name }: Pick<File, 'name'>): boolean {
  return isCueFileName(name);
}

/** A UTF-8 character has at most four bytes. */
const MAX_BYTES = 4 * MAX_CUE_FILE_LENGTH;

/** Reads a subtitle file; rejects one that is far too large without reading it. */
export async function readCueFile(file: File): Promise<Imported> {
  if (file.size > MAX_BYTES) return { ok: false, name: file.name, problems: [{ line: 1, reason: CUE_FILE_TOO_LONG }] };
  const { text, isGuessed } = decodeText(new Uint8Array(await file.arrayBuffer()));
  const read = readCues(text, newId, { name: file.name });
  if (!read.ok) return { ok: false, name: file.name, problems: read.problems };
  const notes = [
    ...(read.skipped.length > 0 ? [skippedNote(read.skipped)] : []),
    ...(read.hasLooks ? [FORMATTING_DROPPED] : []),
    ...(read.assumedRate === undefined ? [] : [frameRateAssumed(read.assumedRate)]),
    ...(isGuessed ? [ENCODING_GUESSED] : []),
  ];
  return { ok: true, cues: read.cues, notes };
}

/**
 * Appends cues to a list and shows a note about it. Skips cues that are already there, as when two windows wait for the
 * same transcription.
 * @param change changes the list. @param notes further sentences to show.
 */
export function addImportedCues(
  read: readonly Cue[],
  change: (edit: (cues: readonly Cue[]) => readonly Cue[]) => unknown,
  notes: readonly string[] = [],
) {
  if (read.length === 0) return showError('This file has no subtitles.');
  let [room, found] = [0, read];
  change((cues) => {
    const there = new Set(cues.map(({ id }) => id));
    found = read.filter(({ id }) => !there.has(id));
    room = MAX_CUES - (cues.length === 1 && cues[0]?.text.trim() === '' ? 0 : cues.length);
    return room > 0 ? addCues(cues, found.slice(0, room)) : cues;
  });
  const count = Math.min(found.length, Math.max(0, room));
  if (count < found.length)
    showError(`A video can have at most ${MAX_CUES} subtitles: ${found.length - count} were skipped.`);
  else if (count > 0) showNote([count === 1 ? '1 subtitle added.' : `${count} subtitles added.`, ...notes].join(' '));
}

/** Saves the subtitles as a file. @param name without extension. */
export function saveCues(cues: readonly Cue[], format: CueFormat, name: string): void {
  saveBlob(`${name || 'subtitles'}.${format}`, new Blob([writeCues(cues, format)], { type: TYPES[format] }));
}
