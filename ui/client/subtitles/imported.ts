import { proxy } from 'valtio/vanilla';
import type { CueFileProblem } from '../../../engine/edit/cueFormats/checkCues.ts';
import type { Cue } from '../../../engine/project/subtitles.ts';
import { showError } from '../page/notices.ts';
import { addImportedCues, readCueFile } from './importCues.ts';

/** Problems of the last imported subtitle files. */
export const refused = proxy({ files: [] as { name: string; problems: CueFileProblem[] }[] });

/** Number of mounted lists that show them. */
let lists = 0;

/** Clears the problems. */
export function dismissRefused(): void {
  refused.files = [];
}

/** Registers a list that shows the problems. @returns a function that unregisters it and clears the problems. */
export function showRefused(): () => void {
  lists += 1;
  return () => {
    lists -= 1;
    dismissRefused();
  };
}

/**
 * Imports subtitle files into a list. Shows problems in the list by line, or as an error if no list is mounted.
 * @param change changes the list.
 */
export async function importFiles(
  files: readonly File[],
  change: (edit: (cues: readonly Cue[]) => readonly Cue[]) => unknown,
): Promise<void> {
  dismissRefused();
  for (const file of files) {
    const read = await readCueFile(file);
    if (read.ok) addImportedCues(read.cues, change, read.notes);
    else {
      refused.files.push({ name: read.name, problems: read.problems });
      const [first] = read.problems;
      if (lists === 0) showError(`“${read.name}” cannot be read. ${first ? lineWords(first) : ''}`.trim());
    }
  }
}

/** Formats a problem of a subtitle file. */
export function lineWords({ line, reason }: CueFileProblem): string {
  return `Line ${line}: ${reason}`;
}
