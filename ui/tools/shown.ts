import { canvasSize } from '../../engine/layout/canvasSize.ts';
import { isStill, type OutputType, outputEnding } from '../../engine/project/output.ts';
import type { Project } from '../../engine/project/project.ts';
import { totalDuration } from '../../engine/timeline/durations.ts';
import { openingTime } from '../../engine/timeline/poster.ts';

/** What a tool's page says and shows of a project, beside its pictures. */
export interface Shown {
  /** Of the canvas, its own pixels. */
  width: number;
  height: number;
  /** Seconds; 0 for a still. */
  length: number;
  /** Where its preview opens, seconds: without files, where the texts are written. */
  opensAt: number;
  type: OutputType;
  /** Of the file that comes out, such as "mp4". */
  ending: string;
}

/** What a page shows of a project. */
export function shownOf(project: Project): Shown {
  const length = isStill(project) ? 0 : totalDuration(project);
  const { output } = project;
  return {
    ...canvasSize(project),
    length,
    opensAt: openingTime(project),
    type: output.type,
    ending: outputEnding(output),
  };
}
