import type { FastifySchemaCompiler } from 'fastify';
import type * as z from 'zod';
import { problemsOf } from '../../engine/project/issues.ts';
import { HttpError } from './httpError.ts';

/** Checks a part of a request by the schema of its route; what is wrong is said in the sentences that projects have. */
export const validateRequest: FastifySchemaCompiler<z.ZodType> =
  ({ schema }) =>
  (data) => {
    // A body that its route reads itself, see rawBodies.
    if (data instanceof Uint8Array) return { value: data };
    const found = schema.safeParse(data, { reportInput: true });
    if (found.success) return { value: found.data };
    const problems = problemsOf(found.error, 'The request');
    return { error: new HttpError(400, 'malformed', problems[0]?.message ?? 'The request is not valid.', problems) };
  };
