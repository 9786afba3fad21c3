import { isStill, outputTitle } from '../../../engine/project/output.ts';
import type { Project } from '../../../engine/project/project.ts';
import { totalDuration } from '../../../engine/timeline/durations.ts';
import { lengthInWords } from '../../components/words.ts';

/** What comes out of a project, such as "Image" or "GIF, 5 s". */
export function outputInWords(project: Project): string {
  if (isStill(project)) return 'Image';
  const { output } = project;
  const isMp4 = output.type === 'video' && output.container === 'mp4';
  return `${isMp4 ? 'Video' : outputTitle(output)}, ${lengthInWords(totalDuration(project))}`;
}
