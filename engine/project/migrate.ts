import { hostileProblems } from './guard.ts';
import { type Parsed, parseProject } from './parse.ts';
import type { Problem } from './problems.ts';
import type { Project } from './project.ts';

/** Result of reading stored or imported text that cannot be opened. */
export interface Unreadable {
  ok: false;
  problems: Problem[];
  /** Original text, for download and to show the position of a problem. */
  text: string;
}

type Fields = Record<string, unknown>;

/**
 * Parses a project stored by any version: this one's format, a bare project, or the flat state of an older Studio.
 * Migrates only what does not parse as it is; if that fails too, returns the problems of the original. Never throws.
 */
export function parseStored(value: unknown): Parsed<Project> {
  const parsed = parseProject(value);
  if (parsed.ok || hostileProblems(value).length > 0) return parsed;
  const migrated = parseProject(migrate(value));
  return migrated.ok ? migrated : parsed;
}

/**
 * Converts an older state to the current format. Indexes stay valid: nothing is removed from lists. Older states used
 * null for unset values, numbers in place of strings, upper-case types, an empty object for no audio, and blob URLs of
 * pages that are long closed.
 * @param value already checked for hostile keys.
 */
export function migrate(value: unknown): unknown {
  if (!isFields(value)) return value;
  const { audio, scenes, layers, ...rest } = withoutNulls(value);
  return {
    ...rest,
    ...(isFields(audio) && typeof audio.url === 'string' && audio.url !== '' ? { audio: migrateAudio(audio) } : {}),
    ...(Array.isArray(scenes) ? { scenes: scenes.map(migrateScene) } : {}),
    ...(Array.isArray(layers) ? { layers: layers.map(migrateLayer) } : {}),
  };
}

function migrateAudio(audio: Fields): Fields {
  const { id, ...rest } = withoutNulls(audio);
  return { ...rest, ...(id === undefined || id === '' ? {} : { id: String(id) }) };
}

function migrateScene(scene: unknown): unknown {
  if (!isFields(scene)) return scene;
  const { id, layers, maxLayer: _, ...rest } = withoutNulls(scene);
  return {
    ...rest,
    ...(id === undefined ? {} : { id: String(id) }),
    ...(Array.isArray(layers) ? { layers: layers.map(migrateLayer) } : {}),
  };
}

function migrateLayer(layer: unknown): unknown {
  if (!isFields(layer)) return layer;
  const { id, type, position, fontSize, width, height, ...rest } = withoutNulls(layer);
  const kept = {
    ...rest,
    ...(id === undefined ? {} : { id: String(id) }),
    ...(typeof type === 'string' ? { type: type.toLowerCase() } : {}),
    ...(isFields(position) ? { position: migratePosition(position) } : {}),
    ...(fontSize === undefined ? {} : { fontSize: typeof fontSize === 'number' ? `${fontSize}px` : fontSize }),
    // A natural size of 0 meant unknown.
    ...(width ? { width } : {}),
    ...(height ? { height } : {}),
  };
  return isDead(kept) ? placeholderFor(kept) : kept;
}

/** Returns whether a layer's URL is missing or was only valid in the page that created it. */
function isDead({ type, url }: Fields): boolean {
  const isMedia = type === 'image' || type === 'video';
  return isMedia && (typeof url !== 'string' || url === '' || /^(blob|data):/i.test(url));
}

/** Returns a placeholder for a lost file, to be filled with Replace. */
function placeholderFor({ id, position, lockAspectRatio }: Fields): Fields {
  return { id, type: 'placeholder', position, ...(lockAspectRatio === undefined ? {} : { lockAspectRatio }) };
}

function migratePosition(position: Fields): Fields {
  const kept = withoutNulls(position);
  for (const side of ['x', 'y', 'width', 'height']) {
    const value = kept[side];
    if (typeof value === 'number') kept[side] = `${value}%`;
  }
  return kept;
}

function withoutNulls(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined));
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
