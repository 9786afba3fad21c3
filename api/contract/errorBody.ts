import * as z from 'zod';

/** A problem with sent data: its place (JSON pointer) and a message. */
export const problemItem = z.object({
  code: z.string(),
  pointer: z.string(),
  message: z.string(),
});

/**
 * Body of every answer with a status of 400 or more. `pointer` is the place of the first problem; `problems` lists up
 * to a hundred, if there may be several, and `moreProblems` counts the rest.
 */
export const errorBody = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    pointer: z.string().optional(),
    problems: z.array(problemItem).optional(),
    moreProblems: z.number().int().positive().optional(),
  }),
});

/** Body of every answer with a status of 400 or more. */
export type ErrorBody = z.infer<typeof errorBody>;
/** A problem with sent data. */
export type ProblemItem = z.infer<typeof problemItem>;
