import type { FastifyReply, FastifyRequest } from 'fastify';
import { accountMessages } from '../accounts/accountError.ts';
import type { BodyReader } from '../bodies/bodyReader.ts';
import { ACCOUNT_HEADER, PROJECT_LIMITS } from '../contract/project.ts';
import type { ProjectRow, ProjectVersionRow } from '../db/projectTables.ts';
import type { Condition, HeadOf, Refusal, Save } from '../projects/projectChanges.ts';
import type { Service } from '../service/service.ts';
import { fail } from '../system/serviceError.ts';
import { diskFull, notFound } from './httpError.ts';
import { readBody } from './rawBodies.ts';

const messages = {
  full: `You reached the limit of ${PROJECT_LIMITS.projects} projects, or one gigabyte with their versions. Delete some.`,
  changed: 'This project has changed elsewhere. Load it again, merge, and save with its new revision.',
  other: 'A different account is signed in now. Reload the page.',
  condition: 'Specify the base revision: If-Match with its ETag, or If-None-Match: * for a new project.',
};
/** Limit of a save's body: project, media and thumbnail. */
export const BODY_BYTES = PROJECT_LIMITS.projectBytes + 2_000_000;

/** Returns the precondition of a save. @throws ServiceError 400 */
export function conditionOf({ headers }: FastifyRequest): Condition {
  if (headers['if-none-match']?.trim() === '*') return 'none';
  const revision = /^\s*(?:W\/)?"(\d{1,15})"\s*$/.exec(headers['if-match'] ?? '')?.[1];
  if (revision === undefined) throw fail('malformed', messages.condition);
  return Number(revision);
}

/**
 * Rejects requests meant for another account: a page may still show the previous user's projects while the browser's
 * cookie belongs to the next one. @throws ServiceError 403
 */
export function expectAccount({ headers }: FastifyRequest, account: string): void {
  const meant = headers[ACCOUNT_HEADER];
  if (meant !== undefined && meant !== account) throw fail('forbidden', messages.other);
}

/**
 * Detects that a page's account was deleted elsewhere, so that signing in again would not help.
 * @throws ServiceError 410 if the request is signed out and the account that it means does not exist.
 */
export async function expectNotRemoved(
  { headers, account }: FastifyRequest,
  { accounts }: Pick<Service, 'accounts'>,
): Promise<void> {
  const meant = headers[ACCOUNT_HEADER];
  if (account || !accounts || typeof meant !== 'string') return;
  const isThere = await (await accounts.people()).has(meant);
  if (!isThere) throw fail('gone', accountMessages.removed);
}

/** Reads a save from the body. @throws ServiceError 400, 422, 429 */
export async function saveOf(bodies: BodyReader, request: FastifyRequest, owner: string, id: string): Promise<Save> {
  const { project, savedAt, media, picture } = await readBody(bodies, request, 'project');
  // A clock that runs ahead must not make this save the newest for long.
  const at = new Date(Math.max(0, Math.min(savedAt === undefined ? Date.now() : Date.parse(savedAt), Date.now())));
  return { owner, id, project, savedAt: at, media, picture };
}

/** Returns the bytes that a save adds. */
export function sizeOf({ project, picture = '' }: Save): { size: number } {
  return { size: project.size + picture.length };
}

/** Returns a successful outcome. @throws ServiceError 412, 409 */
export function expectSaved<T>(answer: T | Refusal): Exclude<T, Refusal> {
  if (answer === 'changed') throw fail('changed', messages.changed);
  if (answer === 'full') throw fail('conflict', messages.full);
  return answer as Exclude<T, Refusal>;
}

/** Returns a defined value. @throws ServiceError 404 */
export function expectFound<T>(thing: T | undefined, what = 'This project'): T {
  if (thing === undefined) throw notFound(what);
  return thing;
}

/** Forbids storing the answer. */
export function noStore(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', 'no-store');
}

/** Returns the revision as an ETag. */
export const etagOf = ({ revision }: { revision: number | string }) => `"${revision}"`;

type Shared = Omit<HeadOf<ProjectRow>, 'id' | 'removed_at'>;

function fieldsOf({ revision, name, width, height, scene_count, size, saved_at, picture }: Shared, path: string) {
  const savedAt = new Date(saved_at).toISOString();
  const address = picture ? `/api/v1/projects/${path}/picture` : null;
  const fields = { name, savedAt, width, height, sceneCount: scene_count, size };
  return { revision: Number(revision), ...fields, picture: address };
}

/** Returns a project's record without its content. */
export function headOf(row: HeadOf<ProjectRow>) {
  return { id: row.id, ...fieldsOf(row, row.id) };
}

/** Returns a project's record with its content, as JSON text. */
export function recordText(row: ProjectRow): string {
  return withContent(headOf({ ...row, picture: row.picture !== null }), row);
}

/** Returns a version's record with its content, as JSON text. */
export function versionText(row: ProjectVersionRow): string {
  return withContent(versionOf({ ...row, picture: row.picture !== null }), row);
}

/** Inserts stored JSON text unchanged: parsing and serializing eight megabytes would block other requests. */
function withContent(head: object, { body, media }: Pick<ProjectRow, 'body' | 'media'>): string {
  return `${JSON.stringify(head).slice(0, -1)},"project":${body},"media":${JSON.stringify(media)}}`;
}

/** Answers with JSON text. */
export function sendJsonText(reply: FastifyReply, text: string): FastifyReply {
  return reply
    .type('application/json; charset=utf-8')
    .serializer((sent: string) => sent)
    .send(text);
}

/** Returns a version's record without its content. */
export function versionOf(row: HeadOf<ProjectVersionRow>) {
  return { ...fieldsOf(row, `${row.project_id}/versions/${row.revision}`), isApart: row.is_apart };
}

/** Checks that the disk of an embedded database has space. @param save.size bytes. @throws ServiceError 507 */
export async function expectRoom(
  { database, budget, folders }: Pick<Service, 'database' | 'budget' | 'folders'>,
  { size }: { size: number },
): Promise<void> {
  if (database.kind !== 'embedded') return;
  if (!(await budget.hasRoom(size, folders.root))) throw diskFull();
}

/** Sends a thumbnail made by a browser, strictly as an image of its declared type. */
export function sendPicture(reply: FastifyReply, row: Pick<ProjectRow, 'picture'> | undefined): FastifyReply {
  const [, type, data] = /^data:(image\/[a-z]+);base64,(.*)$/.exec(row?.picture ?? '') ?? [];
  if (!type || !data) throw notFound('This image');
  return reply
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cache-control', 'private, no-cache')
    .type(type)
    .send(Buffer.from(data, 'base64'));
}
