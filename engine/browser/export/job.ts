import type { Project } from '../../project/project.ts';
import { perSecond, type Rate, sceneFrames, transitionFrames } from '../../timeline/frameRate.ts';
import { sceneSpans } from '../../timeline/spans.ts';
import type { FrameDrawer } from './drawFrames.ts';
import type { SourceFile } from './measureMedia.ts';

/** A project that is ready to be drawn frame by frame, as each format needs it. */
export interface ExportJob {
  project: Project;
  files: ReadonlyMap<string, SourceFile>;
  rate: Rate;
  /** Number of frames. */
  frames: number;
  drawer: FrameDrawer;
  signal: AbortSignal;
  /** @param ratio 0 to 1 of all that is left. */
  tell(ratio: number, text: string): void;
}

/** Which scene a frame shows, and when, seconds of the whole video. */
export interface FrameTime {
  sceneIndex: number;
  time: number;
}

/** A project whose transitions take whole frames, as the renderer makes them. */
export function withWholeTransitions(project: Project, rate: Rate): Project {
  const spans = sceneSpans(project);
  const counts = sceneFrames(project, rate);
  const fps = perSecond(rate);
  const scenes = project.scenes.map((scene, i) => {
    const transition = spans[i]?.transition;
    if (!transition) return scene;
    const taken = transitionFrames(transition.length, counts[i]?.frames ?? 1, fps);
    return { ...scene, transition: { type: transition.type, duration: taken / fps } };
  });
  return { ...project, scenes };
}

/** Every frame of a project in order, as the renderer times them: a scene's frames count from its own start. */
export function frameTimes(project: Project, rate: Rate): FrameTime[] {
  const spans = sceneSpans(project);
  const fps = perSecond(rate);
  return sceneFrames(project, rate).flatMap(({ frames }, sceneIndex) => {
    const start = spans[sceneIndex]?.start ?? 0;
    return Array.from({ length: frames }, (_, i) => ({ sceneIndex, time: start + i / fps }));
  });
}
