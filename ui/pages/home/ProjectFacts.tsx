import { setsLength } from '../../../engine/kinds/index.ts';
import { canvasSize } from '../../../engine/layout/canvasSize.ts';
import { isStill, outputTitle } from '../../../engine/project/output.ts';
import type { Project } from '../../../engine/project/project.ts';
import { totalDuration } from '../../../engine/timeline/durations.ts';
import { countInWords, lengthInWords } from '../../kit/words.ts';
import '../../kit/style/content.css';

/** One line about a project's result: format, size, length, scenes. */
export function ProjectFacts({ project }: { project: Project }) {
  const { width, height } = canvasSize(project);
  const facts = [isStill(project) ? 'Image' : outputTitle(project.output), `${width} × ${height}`];
  const length = lengthOf(project);
  if (length !== undefined) facts.push(lengthInWords(length));
  if (project.scenes.length > 1) facts.push(countInWords(project.scenes.length, 'scene'));
  return <span className="facts soft numbers">{facts.join(' · ')}</span>;
}

/** Returns the length in seconds; undefined if it depends on a file that only the renderer can measure. */
function lengthOf(project: Project): number | undefined {
  if (isStill(project)) return undefined;
  const known = project.scenes.every((scene) =>
    scene.layers
      .filter(setsLength)
      .every(
        ({ playLength, duration, isTrimmed, endTime }) =>
          playLength !== undefined || duration !== undefined || (isTrimmed && endTime !== undefined),
      ),
  );
  const total = known ? totalDuration(project) : 0;
  return total > 0 ? total : undefined;
}
