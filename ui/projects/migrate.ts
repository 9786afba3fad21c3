import { hostileProblems } from '../../engine/project/guard.ts';
import { type Parsed, parseProject } from '../../engine/project/parse.ts';
import type { Problem } from '../../engine/project/problems.ts';
import type { Project } from '../../engine/project/project.ts';

/** Why something that was kept or handed over cannot be opened. */
export interface Unreadable {
  ok: false;
  problems: Problem[];
  /** The text as it was, for download and to show the place of a problem. */
  text: string;
}

type Fields = Record<string, unknown>;

/**
 * Parses a project as it was kept by any version: this one's, a bare project, or the flat state of an older
 * Studio. Only what does not parse as it is, is migrated; when that does not help, the problems are those of the
 * original. Never throws.
 */
export function parseStored(value: unknown): Parsed<Project> {
  const parsed = parseProject(value);
  if (parsed.ok || hostileProblems(value).length > 0) return parsed;
  const migrated = parseProject(migrate(value));
  return migrated.ok ? migrated : parsed;
}

/**
 * An older state in this version's form. Places stay the same: nothing is taken out of lists.
 * Older states held null for what was not set, numbers where texts stand now, types in capitals, an empty object for
 * no audio, and addresses inside a page that is long closed.
 * @param value already looked through for hostile keys.
 */
export function migrate(value: unknown): unknown {
  if (!isFields(value)) return value;
  const { audio, scenes, ...rest } = withoutNulls(value);
  return {
    ...rest,
    ...(isFields(audio) && typeof audio.url === 'string' && audio.url !== '' ? { audio: migrateAudio(audio) } : {}),
    ...(Array.isArray(scenes) ? { scenes: scenes.map(migrateScene) } : {}),
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
    // A natural size of 0 was one that was not known yet.
    ...(width ? { width } : {}),
    ...(height ? { height } : {}),
  };
  return isDead(kept) ? placeholderFor(kept) : kept;
}

/** Whether a layer shows a file by an address that died with the page that made it, or by none. */
function isDead({ type, url }: Fields): boolean {
  const isMedia = type === 'image' || type === 'video';
  return isMedia && (typeof url !== 'string' || url === '' || /^(blob|data):/i.test(url));
}

/** The room of a lost file stays, to be filled again by Replace. */
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
