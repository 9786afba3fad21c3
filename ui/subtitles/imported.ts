import { proxy } from 'valtio/vanilla';
import type { CueFileProblem } from '../../engine/edit/cueFormats/checkCues.ts';
import type { Cue } from '../../engine/project/subtitles.ts';
import { showError } from '../state/notices.ts';
import { readCueFile, takeImported } from './importCues.ts';

/** What was wrong with the files of subtitles that were chosen last. */
export const refused = proxy({ files: [] as { name: string; problems: CueFileProblem[] }[] });

/** How many lists show it now. */
let lists = 0;

/** Forgets it. */
export function dismissRefused(): void {
  refused.files = [];
}

/** Says that a list shows it, line by line. @returns ends that: it is forgotten then. */
export function showRefused(): () => void {
  lists += 1;
  return () => {
    lists -= 1;
    dismissRefused();
  };
}

/**
 * Puts the subtitles of files into a list; what is wrong with a file is shown there line by line, or said where the list is not seen.
 * @param change of the list.
 */
export async function importFiles(
  files: readonly File[],
  change: (edit: (cues: readonly Cue[]) => readonly Cue[]) => unknown,
): Promise<void> {
  dismissRefused();
  for (const file of files) {
    const read = await readCueFile(file);
    if (read.ok) takeImported(read.cues, change, read.notes);
    else {
      refused.files.push({ name: read.name, problems: read.problems });
      const [first] = read.problems;
      if (lists === 0) showError(`“${read.name}” cannot be read. ${first ? lineWords(first) : ''}`.trim());
    }
  }
}

/** A problem of a file of subtitles in words. */
export function lineWords({ line, reason }: CueFileProblem): string {
  return `Line ${line}: ${reason}`;
}
