import { isGif, isStill } from '../../../engine/project/output.ts';
import type { Project } from '../../../engine/project/project.ts';
import { totalDuration } from '../../../engine/timeline/durations.ts';
import { lengthInWords } from '../../components/words.ts';

/** What comes out of a project, such as "Image" or "GIF, 5 s". */
export function outputInWords(project: Project): string {
  if (isStill(project)) return 'Image';
  return `${isGif(project) ? 'GIF' : 'Video'}, ${lengthInWords(totalDuration(project))}`;
}
