import { proxy } from 'valtio/vanilla';
import type { Problem } from '../../../engine/project/problems.ts';
import type { Project } from '../../../engine/project/project.ts';
import type { SourceKind } from '../../../engine/tools/tool.ts';
import type { NeededMedia } from '../../client/media/references.ts';
import type { Unproxied } from '../../client/page/unproxied.ts';

/** A file that was added next to the project file; stored in the media table under its path. */
export interface HomeFile {
  name: string;
  /** In bytes. */
  size: number;
  /** Kind by MIME type; undefined if it is not media. */
  kind: SourceKind | undefined;
  /** Path in the media table. */
  url: string;
}

/** The project open on the home page, and the files added with it. */
export const homeProject = proxy({
  /** Display name: the project's own, or that of its file. */
  name: '',
  /** Origin; null if nothing is open. */
  source: null as 'file' | 'sample' | null,
  /** Name of its file; '' for a sample. */
  fileName: '',
  /** null if nothing is open or the project has problems. */
  project: null as Unproxied<Project> | null,
  problems: [] as Pick<Problem, 'pointer' | 'message'>[],
  /** Number of further problems that the server found. */
  moreProblems: 0,
  /** Text of the file, to show the position of a problem. */
  text: '',
  media: [] as NeededMedia[],
  /** Added files, whether the project uses them or not. */
  files: [] as HomeFile[],
  step: 'idle' as 'idle' | 'uploading' | 'creating',
});
