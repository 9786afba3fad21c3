import { createHash } from 'node:crypto';
import type * as z from 'zod';
import { hostileProblems, jsonTextProblem } from '../../engine/project/guard.ts';
import { problemsOf } from '../../engine/project/issues.ts';
import { isStill } from '../../engine/project/output.ts';
import { type Problem, problem } from '../../engine/project/problems.ts';
import { watermarkNotes } from '../../engine/project/watermark.ts';
import { totalDuration } from '../../engine/timeline/durations.ts';
import { bodyNotes } from '../../engine/tools/bodyNotes.ts';
import { firstProblems, type ListedProblems } from '../contract/errors.ts';
import { type KitItem, kitItem } from '../contract/kit.ts';
import { saveProjectBody } from '../contract/project.ts';
import { createVideoBody } from '../contract/video.ts';
import { storableJson } from '../db/storable.ts';
import type { NewKitItem } from '../projects/kits.ts';
import { type Storable, storableProject } from '../projects/storable.ts';
import { compileBody, type Known, type MissingFacts } from '../sources/compileBody.ts';

/** A parsed body, or why it was rejected: 400 for its form, 422 for its content. */
export type Read<T> = { ok: true; value: T } | ({ ok: false; status: 400 | 422 } & ListedProblems);

/** A createVideo body, compiled as far as possible. */
export interface VideoBody {
  /** Receives a call when the video ends. */
  webhookUrl: string | undefined;
  /** SHA-256 of the body, to recognize repeated requests. */
  requestHash: string;
  compiled:
    | { ok: true; job: CompiledJob }
    | ({ ok: false } & ListedProblems)
    | { ok: undefined; missing: MissingFacts };
}

/** A project that is ready to render. */
export interface CompiledJob {
  name: string | null;
  /** Length of the result in seconds; 0 for a still. */
  seconds: number;
  /** The project as JSON text that the database can store. */
  project: string;
  /** Notes about ignored parts of the request, in sentences. */
  notes: string[];
}

/** Parses a createVideo body and compiles it with the known media. Pure. */
export function readVideoBody(bytes: Uint8Array, known: Known): Read<VideoBody> {
  const read = readJson(bytes, createVideoBody);
  if (!read.ok) return read;
  const requestHash = createHash('sha256').update(JSON.stringify(read.value)).digest('hex');
  const { webhookUrl, ...asked } = read.value;
  const compiled = compileBody(asked, known);
  const head = { webhookUrl, requestHash };
  if (compiled.ok === undefined) return { ok: true, value: { ...head, compiled } };
  if (!compiled.ok)
    return { ok: true, value: { ...head, compiled: { ok: false, ...firstProblems(compiled.problems) } } };
  const project = compiled.value;
  const seconds = isStill(project) ? 0 : totalDuration(project);
  const notes = [...bodyNotes(asked), ...watermarkNotes(project)];
  const job = { name: project.name ?? null, seconds, project: storableJson(project), notes };
  return { ok: true, value: { ...head, compiled: { ok: true, job } } };
}

/** Fields of a save besides its project. */
type SaveExtras = Omit<z.output<typeof saveProjectBody>, 'project'>;

/** Parses the body of a project's save. Pure. */
export function readProjectBody(bytes: Uint8Array): Read<SaveExtras & { project: Storable }> {
  const read = readJson(bytes, saveProjectBody);
  if (!read.ok) return read;
  const project = storableProject(read.value.project);
  if (!project.ok) return { ok: false, status: 422, ...firstProblems(project.problems) };
  return { ok: true, value: { ...read.value, project: project.value } };
}

/** Parses a kit item; a template's project is validated like any other. Pure. */
export function readKitBody(bytes: Uint8Array): Read<NewKitItem & Pick<KitItem, 'kind'>> {
  const read = readJson(bytes, kitItem);
  if (!read.ok) return read;
  const item = read.value;
  const media = 'media' in item ? item.media : [];
  if (item.kind !== 'template')
    return { ok: true, value: { kind: item.kind, body: storableJson(item), media, named: [] } };
  const project = storableProject(item.project);
  if (!project.ok) return { ok: false, status: 422, ...firstProblems(project.problems) };
  const body = storableJson({ ...item, project: JSON.parse(project.value.body) });
  return { ok: true, value: { kind: item.kind, body, media, named: project.value.named } };
}

/** Parses JSON bytes with a schema, after checks that keep parsing fast. */
function readJson<S extends z.ZodType>(bytes: Uint8Array, schema: S): Read<z.output<S>> {
  const malformed = (problems: readonly Problem[]) => ({ ok: false, status: 400, ...firstProblems(problems) }) as const;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString('utf8')
    .replace(/^\uFEFF/, '');
  const unfit = jsonTextProblem(text);
  if (unfit) return malformed([unfit]);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return malformed([problem('json.syntax', [], `This is not JSON: ${(error as Error).message}.`)]);
  }
  const hostile = hostileProblems(value);
  if (hostile.length > 0) return malformed(hostile);
  const found = schema.safeParse(value, { reportInput: true });
  return found.success ? { ok: true, value: found.data } : malformed(problemsOf(found.error, 'The request'));
}

/** Tasks that read bodies, by name. */
export const bodyTasks = { video: readVideoBody, project: readProjectBody, kit: readKitBody } as const;
/** The tasks, by name. */
export type BodyTasks = typeof bodyTasks;
