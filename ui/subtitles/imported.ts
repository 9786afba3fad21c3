import { proxy } from 'valtio/vanilla';
import type { CueFileProblem } from '../../engine/edit/cueFile.ts';
import type { Cue } from '../../engine/project/subtitles.ts';
import { showError } from '../state/notices.ts';
import { readCueFile, takeImported } from './importCues.ts';

/** What was wrong with the files of subtitles that were chosen last. */
export const refused = proxy({ files: [] as { name: string; problems: CueFileProblem[] }[] });

/** Forgets it. */
export function dismissRefused(): void {
  refused.files = [];
}

/**
 * Puts the subtitles of files into a list; what is wrong with a file is said, and kept for the list to show line by line.
 * @param change of the list.
 */
export async function importFiles(
  files: readonly File[],
  change: (edit: (cues: readonly Cue[]) => readonly Cue[]) => unknown,
): Promise<void> {
  dismissRefused();
  for (const file of files) {
    const read = await readCueFile(file);
    if (read.ok) takeImported(read.cues, change);
    else {
      refused.files.push({ name: read.name, problems: read.problems });
      showError(`“${read.name}” cannot be read.`);
    }
  }
}
