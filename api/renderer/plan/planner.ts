import { setImmediate } from 'node:timers/promises';
import { isAnimated, isKeyed } from '../../../engine/kinds/families.ts';
import { ProblemError, problem } from '../../../engine/project/problems.ts';
import type { Project } from '../../../engine/project/project.ts';
import { sceneDuration } from '../../../engine/timeline/durations.ts';
import { isFailure } from '../../system/serviceError.ts';
import { createTaskThreads } from '../../system/taskThreads.ts';
import { compileRender } from './compile.ts';
import type { RenderPlan } from './plan.ts';
import type { PlanTasks } from './planTasks.ts';

/** Compiles the plan of a project like `compileRender`, without blocking the event loop. */
export type Compile = (...args: [...Parameters<typeof compileRender>, signal?: AbortSignal]) => Promise<RenderPlan>;

/** Compiles plans in worker threads. */
export interface Planner {
  /** @throws ProblemError like `compileRender`, and render.planning if it takes too long or too much memory. */
  compile: Compile;
  close(): Promise<void>;
}

/** A thousand layers with keyframes over a minute take about 20 s. */
const LIMITS = { timeoutMs: 120_000, heapMb: 640 };

/** Compiles in the calling thread. */
export const compileHere: Compile = async (source, probes, options) => compileRender(source, probes, options);

/**
 * Creates a planner.
 * @param program path of the built thread program; without it, plans are compiled in the calling thread.
 * @param threads maximum number of plans at a time.
 */
export function createPlanner(program: string | undefined, threads: number): Planner {
  if (program === undefined) return { compile: compileHere, close: async () => undefined };
  const pool = createTaskThreads<PlanTasks>({ program, kind: 'plans', threads, ...LIMITS });
  return {
    async compile(source, probes, options, signal) {
      if (isSmall(source)) return compileRender(source, probes, options);
      const plan = await pool.run('', 'compile', [source, probes, options], signal).catch((error: unknown) => {
        throw isFailure(error, 'too-many-requests', 'invalid') ? tooComplex() : error;
      });
      // Deserializing a large plan takes about 60 ms. Let pending requests run before it is used: the first callback
      // still runs before they are read, the second after.
      await setImmediate();
      await setImmediate();
      return plan;
    },
    close: () => pool.close(),
  };
}

function tooComplex(): ProblemError {
  const message =
    'This project takes too long to plan. Use fewer layers with keyframes or animations, or shorter scenes.';
  return new ProblemError([problem('render.planning', [], message)]);
}

/** A layer takes about 50 µs. A layer with keyframes or an animation takes 8 µs more per frame. */
const SMALL_MICROSECONDS = 20_000;

/** Whether a project compiles within a few milliseconds. */
function isSmall(project: Project): boolean {
  let microseconds = 0;
  for (const scene of project.scenes) {
    const frames = 30 * sceneDuration(project, scene);
    for (const layer of scene.layers) microseconds += 50 + (isKeyed(layer) || isAnimated(layer) ? 8 * frames : 0);
  }
  return microseconds < SMALL_MICROSECONDS;
}
