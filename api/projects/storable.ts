import { fileReferences } from '../../engine/project/media.ts';
import { type Parsed, parseProject } from '../../engine/project/parse.ts';
import { projectTooLarge } from '../../engine/project/problems.ts';
import type { Project } from '../../engine/project/project.ts';
import { PROJECT_LIMITS, type ProjectMedia } from '../contract/project.ts';
import { storableJson, storableText } from '../db/storable.ts';
import { isSecretId } from '../sources/ids.ts';
import { UPLOADS_PATH } from '../sources/library.ts';

/** A project as stored, without its uploads. */
export interface Storable {
  name: string;
  width: number;
  height: number;
  scene_count: number;
  body: string;
  size: number;
  /** Uploads that it refers to by URL. */
  named: string[];
}

/** Validates an untrusted project. */
export function storableProject(value: unknown): Parsed<Storable> {
  const parsed = parseProject(value);
  if (!parsed.ok) return parsed;
  const project = parsed.value;
  const body = storableJson(project);
  const size = Buffer.byteLength(body);
  if (size > PROJECT_LIMITS.projectBytes) return { ok: false, problems: [projectTooLarge()] };
  const { width, height, scenes } = project;
  const name = storableText(project.name ?? '');
  return { ok: true, value: { name, width, height, scene_count: scenes.length, body, size, named: namedBy(project) } };
}

/** Returns the upload id of a URL on this server; undefined for other URLs. */
export function uploadIdOf({ url }: Pick<ProjectMedia, 'url'>): string | undefined {
  const from = url.indexOf(UPLOADS_PATH);
  const id = from < 0 ? '' : (url.slice(from + UPLOADS_PATH.length).split('/')[0] ?? '');
  return isSecretId(id) ? id : undefined;
}

function namedBy(project: Project): string[] {
  return fileReferences(project).flatMap((reference) => uploadIdOf(reference) ?? []);
}
