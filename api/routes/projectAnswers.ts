import type { FastifyReply, FastifyRequest } from 'fastify';
import { accountMessages } from '../accounts/accountError.ts';
import type { BodyReader } from '../bodies/bodyReader.ts';
import { ACCOUNT_HEADER, PROJECT_LIMITS } from '../contract/project.ts';
import type { ProjectRow, ProjectVersionRow } from '../db/projectTables.ts';
import type { Condition, HeadOf, Refusal, Save } from '../projects/changes.ts';
import type { Service } from '../service.ts';
import { diskFull, HttpError, notFound } from './httpError.ts';
import { readBody } from './rawBodies.ts';

const messages = {
  full: `You reached the limit of ${PROJECT_LIMITS.projects} projects, or one gigabyte with their versions. Delete some.`,
  changed: 'This project has changed elsewhere. Load it again, merge, and save with its new revision.',
  other: 'A different account is signed in now. Reload the page.',
  condition: 'Specify the base revision: If-Match with its ETag, or If-None-Match: * for a new project.',
};
/** A save is read up to so many bytes: a project, its media and its picture. */
export const BODY_BYTES = PROJECT_LIMITS.projectBytes + 2_000_000;

/** What a save must find. @throws HttpError 400 */
export function conditionOf({ headers }: FastifyRequest): Condition {
  if (headers['if-none-match']?.trim() === '*') return 'none';
  const revision = /^\s*(?:W\/)?"(\d{1,15})"\s*$/.exec(headers['if-match'] ?? '')?.[1];
  if (revision === undefined) throw new HttpError(400, 'malformed', messages.condition);
  return Number(revision);
}

/**
 * Refuses a call about another account's projects: a page still shows the work of whoever was signed in here a moment ago while
 * the browser's cookie is the next one's already. @throws HttpError 403
 */
export function expectMeant({ headers }: FastifyRequest, account: string): void {
  const meant = headers[ACCOUNT_HEADER];
  if (meant !== undefined && meant !== account) throw new HttpError(403, 'forbidden', messages.other);
}

/**
 * Tells a page of an account that was deleted elsewhere: signing in again would bring nothing.
 * @throws HttpError 410 where nobody is signed in and the account that is meant is there no more.
 */
export async function expectNotRemoved({ headers, account }: FastifyRequest, { accounts }: Service): Promise<void> {
  const meant = headers[ACCOUNT_HEADER];
  if (account || !accounts || typeof meant !== 'string') return;
  const isThere = await (await accounts.people()).has(meant);
  if (!isThere) throw new HttpError(410, 'gone', accountMessages.removed);
}

/** What is to be saved. @throws HttpError 400, 422, 429 */
export async function saveOf(bodies: BodyReader, request: FastifyRequest, owner: string, id: string): Promise<Save> {
  const { project, savedAt, media, picture } = await readBody(bodies, request, 'project');
  // A clock that is ahead must not keep others' work from being the newest for long.
  const at = new Date(Math.max(0, Math.min(savedAt === undefined ? Date.now() : Date.parse(savedAt), Date.now())));
  return { owner, id, project, savedAt: at, media, picture };
}

/** What a save adds, bytes. */
export function sizeOf({ project, picture = '' }: Save): { size: number } {
  return { size: project.size + picture.length };
}

/** What came of a change. @throws HttpError 412, 409 */
export function accepted<T>(answer: T | Refusal): Exclude<T, Refusal> {
  if (answer === 'changed') throw new HttpError(412, 'changed', messages.changed);
  if (answer === 'full') throw new HttpError(409, 'conflict', messages.full);
  return answer as Exclude<T, Refusal>;
}

/** The thing, if there is one. @throws HttpError 404 */
export function found<T>(thing: T | undefined, what = 'This project'): T {
  if (thing === undefined) throw notFound(what);
  return thing;
}

/** Says that no browser stores the answer. */
export function unstored(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', 'no-store');
}

/** The revision as a header names it. */
export const etagOf = ({ revision }: { revision: number | string }) => `"${revision}"`;

type Shared = Omit<HeadOf<ProjectRow>, 'id' | 'removed_at'>;

function fieldsOf({ revision, name, width, height, scene_count, size, saved_at, picture }: Shared, path: string) {
  const savedAt = new Date(saved_at).toISOString();
  const address = picture ? `/api/v1/projects/${path}/picture` : null;
  const fields = { name, savedAt, width, height, sceneCount: scene_count, size };
  return { revision: Number(revision), ...fields, picture: address };
}

/** A project as it is told without its content. */
export function headOf(row: HeadOf<ProjectRow>) {
  return { id: row.id, ...fieldsOf(row, row.id) };
}

/** A project with its content, as JSON text. */
export function recordText(row: ProjectRow): string {
  return withContent(headOf({ ...row, picture: row.picture !== null }), row);
}

/** A version with its content, as JSON text. */
export function versionText(row: ProjectVersionRow): string {
  return withContent(versionOf({ ...row, picture: row.picture !== null }), row);
}

/** The stored text of a project, put into an answer as it is: parsing and printing eight megabytes would hold up others. */
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

/** A version as it is told without its content. */
export function versionOf(row: HeadOf<ProjectVersionRow>) {
  return { ...fieldsOf(row, `${row.project_id}/versions/${row.revision}`), isApart: row.is_apart };
}

/** @param save.size bytes. @throws HttpError 507 where the database lies on a disk that has no room for it. */
export async function expectRoom(
  { database, budget, folders }: Pick<Service, 'database' | 'budget' | 'folders'>,
  { size }: { size: number },
): Promise<void> {
  if (database.kind !== 'embedded') return;
  if (!(await budget.hasRoom(size, folders.root))) throw diskFull();
}

/** A picture that a browser made: of the type that it says, and never taken as anything else. */
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
