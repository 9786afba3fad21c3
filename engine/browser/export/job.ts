import type { Project } from '../../project/project.ts';
import { fpsOf, type Rate, sceneFrames } from '../../timeline/frameRate.ts';
import { sceneSpans } from '../../timeline/spans.ts';
import type { FrameDrawer } from './drawFrames.ts';
import type { SourceFile } from './measureMedia.ts';

/** A project ready to be exported, shared by all formats. */
export interface ExportJob {
  project: Project;
  files: ReadonlyMap<string, SourceFile>;
  rate: Rate;
  /** Number of frames. */
  frames: number;
  drawer: FrameDrawer;
  signal: AbortSignal;
  /** Reports the progress. @param ratio 0 to 1 of the remaining work. */
  tell(ratio: number, text: string): void;
}

/** Scene and time of a frame, in seconds of the whole video. */
export interface FrameTime {
  sceneIndex: number;
  time: number;
}

/** Returns the times of all frames in order, as in the renderer: frames of a scene count from its start. */
export function frameTimes(project: Project, rate: Rate): FrameTime[] {
  const spans = sceneSpans(project);
  const fps = fpsOf(rate);
  return sceneFrames(project, rate).flatMap(({ frames }, sceneIndex) => {
    const start = spans[sceneIndex]?.start ?? 0;
    return Array.from({ length: frames }, (_, i) => ({ sceneIndex, time: start + i / fps }));
  });
}
