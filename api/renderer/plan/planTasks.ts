import { compileRender } from './compile.ts';

/** Tasks of the planning thread, by name. */
export const planTasks = { compile: compileRender } as const;
/** The tasks, by name. */
export type PlanTasks = typeof planTasks;
