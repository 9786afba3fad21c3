import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { jsonTextProblem } from '../../engine/project/guard.ts';
import type { BodyReader } from '../bodies/bodyReader.ts';
import type { BodyTasks, Read } from '../bodies/readBody.ts';
import { fail } from '../system/serviceError.ts';
import { clientOf } from './addresses.ts';
import { invalid } from './httpError.ts';

type App = Parameters<FastifyPluginAsyncZod>[0];

/** Checks JSON bodies before parsing, since parsing deep nesting or millions of values takes seconds. */
export function checkJsonBodies(app: App): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = body as string;
    const problem = jsonTextProblem(text);
    if (problem) done(fail('malformed', problem.message, { problems: [problem] }));
    else parse(request, text, done);
  });
}

/** Adds routes that get the bytes of JSON bodies and parse them with `readBody`. */
export async function addRawBodyRoutes(app: App, add: (raw: App) => void): Promise<void> {
  await app.register(async (raw) => {
    raw.removeContentTypeParser('application/json');
    raw.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    add(raw as App);
  });
}

/** Result type of a successful task. */
type Value<N extends keyof BodyTasks> = Extract<ReturnType<BodyTasks[N]>, { ok: true }>['value'];

/**
 * Parses the body of a request; large ones in a thread.
 * @param more further arguments of the task. @throws ServiceError 400, 422; 429 while many large bodies wait.
 */
export async function readBody<N extends keyof BodyTasks>(
  bodies: BodyReader,
  request: FastifyRequest,
  name: N,
  ...more: Parameters<BodyTasks[N]> extends [Uint8Array, ...infer Rest] ? Rest : never
): Promise<Value<N>> {
  const bytes = request.body instanceof Uint8Array ? request.body : new Uint8Array();
  const args = [bytes, ...more] as unknown as Parameters<BodyTasks[N]>;
  const read = (await bodies.read(clientOf(request.ip), name, ...args)) as Read<Value<N>>;
  if (read.ok) return read.value;
  const { status, problems, more: rest } = read;
  if (status === 422) throw invalid(problems, rest);
  throw fail('malformed', problems[0]?.message ?? 'The request is not valid.', { problems, more: rest });
}
