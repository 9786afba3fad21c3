import { canvasSize } from '../../engine/layout/canvasSize.ts';
import { isStill, type OutputType, outputExtension } from '../../engine/project/output.ts';
import type { Project } from '../../engine/project/project.ts';
import { totalDuration } from '../../engine/timeline/durations.ts';
import { openingTime } from '../../engine/timeline/poster.ts';

/** Facts about a project that a tool's page shows. */
export interface Shown {
  /** Size of the canvas, in its own pixels. */
  width: number;
  height: number;
  /** In seconds; 0 for a still image. */
  length: number;
  /** Initial time of the preview, in seconds; without files, a moment at which the texts are fully visible. */
  opensAt: number;
  type: OutputType;
  /** File extension of the result, such as "mp4". */
  ending: string;
}

/** Returns the facts that a page shows of a project. */
export function shownOf(project: Project): Shown {
  const length = isStill(project) ? 0 : totalDuration(project);
  const { output } = project;
  return {
    ...canvasSize(project),
    length,
    opensAt: openingTime(project),
    type: output.type,
    ending: outputExtension(output),
  };
}
