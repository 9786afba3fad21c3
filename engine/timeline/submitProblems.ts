import { trimsOf } from '../project/cross.ts';
import { hasSound } from '../project/output.ts';
import type { Problem } from '../project/problems.ts';
import type { Project } from '../project/project.ts';
import { audioProblems } from './audioProblems.ts';
import { sceneDuration } from './durations.ts';
import { lengthProblems } from './lengthProblems.ts';

/** Everything that keeps a project from being made, in the order in which it is said. */
const checks: readonly ((project: Project) => Problem[])[] = [lengthProblems, trimsOf, heardAudioProblems];

/**
 * What stands against making a project, said the same at DONE, in the answer to a request and on the
 * command line: its length, its trims, and its audio. Lengths of media that are not filled in yet count as 0.
 */
export function submitProblems(project: Project): Problem[] {
  return checks.flatMap((check) => check(project));
}

/** Those of the audio where it is to be heard, and where all lengths are known already. */
function heardAudioProblems(project: Project): Problem[] {
  const { audio, scenes } = project;
  if (!audio || audio.isMuted || !hasSound(project)) return [];
  const isKnown = audio.duration !== undefined && scenes.every((scene) => sceneDuration(project, scene) > 0);
  return isKnown ? audioProblems(project) : [];
}
