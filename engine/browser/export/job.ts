import type { Project } from '../../project/project.ts';
import { fpsOf, type Rate, sceneFrames, transitionFrames } from '../../timeline/frameRate.ts';
import { resolveFrame, type SceneGrid } from '../../timeline/resolve.ts';
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
  report(ratio: number, text: string): void;
}

/** Scene and time of a frame, in seconds of the whole video. */
export interface FrameTime {
  sceneIndex: number;
  time: number;
}

/** A project whose transitions take whole frames, as the renderer makes them. */
export function withWholeTransitions(project: Project, rate: Rate): Project {
  const spans = sceneSpans(project);
  const counts = sceneFrames(project, rate);
  const fps = fpsOf(rate);
  const scenes = project.scenes.map((scene, i) => {
    const transition = spans[i]?.transition;
    if (!transition) return scene;
    const taken = transitionFrames(transition.length, counts[i]?.frames ?? 1, fps);
    return { ...scene, transition: { ...scene.transition, type: transition.type, duration: taken / fps } };
  });
  return { ...project, scenes };
}

/** Returns the moment of a still, which is on no frame grid. */
export function stillMoment(project: Project): FrameTime {
  const time = project.output.type === 'image' ? project.output.at : 0;
  return { sceneIndex: resolveFrame(sceneSpans(project), time).sceneIndex, time };
}

/** Returns the times of all frames in order, on the grid of the output, as in the renderer. */
export function frameTimes(project: Project, rate: Rate): FrameTime[] {
  const fps = fpsOf(rate);
  return sceneFrames(project, rate).flatMap(({ start, frames }, sceneIndex) =>
    Array.from({ length: frames }, (_, i) => ({ sceneIndex, time: (start + i) / fps })),
  );
}

/** Returns the frame grid of all scenes. */
export function sceneGrids(project: Project, rate: Rate): SceneGrid[] {
  const fps = fpsOf(rate);
  return sceneFrames(project, rate).map(({ start }) => ({ first: start / fps }));
}
