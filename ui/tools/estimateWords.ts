import { estimateBytes } from '../../engine/edit/outputBytes.ts';
import { resultSize } from '../../engine/layout/canvasSize.ts';
import { isStill, outputTitle } from '../../engine/project/output.ts';
import type { Project } from '../../engine/project/project.ts';
import { totalDuration } from '../../engine/timeline/durations.ts';
import { lengthInWords, sizeInWords } from '../kit/words.ts';

/**
 * Describes the expected result: format, length, pixel size and, where it can be estimated, bytes.
 * @param copied bytes and length in seconds of the file that is copied; undefined if everything is encoded.
 */
export function estimateWords(project: Project, copied?: { size: number; duration: number }): string {
  const bytes = bytesOf(project, copied);
  return [...factsOf(project), ...(bytes ? [bytes] : [])].join(' · ');
}

function factsOf(project: Project): string[] {
  const { output } = project;
  const ending = outputTitle(output);
  const length = isStill(project) ? [] : [lengthInWords(totalDuration(project))];
  if (output.type === 'audio') return [ending, ...length];
  const { width, height } = resultSize(project);
  return [ending, ...length, `${width} × ${height}`];
}

function bytesOf(project: Project, copied: { size: number; duration: number } | undefined): string {
  const found = estimateBytes(project, copied);
  if (!found) return '';
  const [least, most] = [sizeInWords(found.least), sizeInWords(found.most)];
  return least === most ? `about ${most}` : `${least} to ${most}`;
}
