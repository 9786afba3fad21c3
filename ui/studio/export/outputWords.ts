import { isStill, outputTitle } from '../../../engine/project/output.ts';
import type { Project } from '../../../engine/project/project.ts';
import { totalDuration } from '../../../engine/timeline/durations.ts';
import { lengthInWords } from '../../kit/words.ts';

/** A summary of a project's output, such as "PNG" or "MP4, 5 s". */
export function outputInWords(project: Project): string {
  const format = outputTitle(project.output);
  return isStill(project) ? format : `${format}, ${lengthInWords(totalDuration(project))}`;
}
