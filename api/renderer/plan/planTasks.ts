import { compileRender } from './compile.ts';

/** What compiles plans in a thread, by the name of the task. */
export const planTasks = { compile: compileRender } as const;
/** The tasks, by name. */
export type PlanTasks = typeof planTasks;
