import { proxy } from 'valtio/vanilla';
import type { Problem } from '../../engine/project/problems.ts';
import type { Project } from '../../engine/project/project.ts';
import type { SourceKind } from '../../engine/tools/tool.ts';
import type { NeededMedia } from '../media/references.ts';
import type { Unproxied } from './unproxied.ts';

/** A file that was handed over, beside the project file itself; the table of files has it under its path. */
export interface HomeFile {
  name: string;
  /** Bytes. */
  size: number;
  /** As far as its type says; undefined for what is no media. */
  kind: SourceKind | undefined;
  /** Path in the table of files. */
  url: string;
}

/** The one project that is open on the first page, and the files that were handed over with it. */
export const homeProject = proxy({
  /** What it is called: its own name, or that of its file. */
  name: '',
  /** Where it came from; null: nothing is open. */
  source: null as 'file' | 'sample' | null,
  /** Name of the file it was read from; '' for a sample. */
  fileName: '',
  /** null: nothing is open, or what was opened has problems. */
  project: null as Unproxied<Project> | null,
  problems: [] as Pick<Problem, 'pointer' | 'message'>[],
  /** How many problems the server found beside those. */
  moreProblems: 0,
  /** The text that was opened, to show a person the place of a problem. */
  text: '',
  media: [] as NeededMedia[],
  /** Files that were handed over, whether the project names them or not. */
  files: [] as HomeFile[],
  step: 'idle' as 'idle' | 'uploading' | 'creating',
});
