import type { FastifySchemaCompiler } from 'fastify';
import type * as z from 'zod';
import { problemsOf } from '../../engine/project/issues.ts';
import { fail } from '../system/serviceError.ts';

/** Validates a part of a request with its route's schema; errors use the same messages as projects. */
export const validateRequest: FastifySchemaCompiler<z.ZodType> =
  ({ schema }) =>
  (data) => {
    // A raw body is parsed by its route, see rawBodies.
    if (data instanceof Uint8Array) return { value: data };
    const found = schema.safeParse(data, { reportInput: true });
    if (found.success) return { value: found.data };
    const problems = problemsOf(found.error, 'The request');
    return { error: fail('malformed', problems[0]?.message ?? 'The request is not valid.', { problems }) };
  };
