import type { CopiedLayers } from '../../../engine/edit/severalLayers.ts';
import { truncateName } from '../../../engine/edit/truncateName.ts';
import type { Layer, ProjectLayer } from '../../../engine/project/layers.ts';
import { MAX_PROJECT_BYTES, MAX_TEXT_LENGTH } from '../../../engine/project/limits.ts';
import { parseProject } from '../../../engine/project/parse.ts';
import type { Project, Scene } from '../../../engine/project/project.ts';
import { isMediaPath } from '../media/mediaTable.ts';
import { copyText } from '../page/copyText.ts';

/**
 * Part of a project. Several layers are ordered front to back. `projectLayers` are layers of the whole project that were
 * copied too, as they are in the project.
 */
export type ProjectClip =
  | { itemType: 'layer'; item: Layer; projectLayers?: undefined }
  | { itemType: 'layers'; item: readonly Layer[]; projectLayers?: readonly ProjectLayer[] }
  | { itemType: 'scene'; item: Scene; projectLayers?: readonly ProjectLayer[] };

/** Content of the Studio's clipboard, including plain text copied elsewhere. */
export type StudioClip = ProjectClip | { itemType: 'files'; item: File[] } | { itemType: 'text'; item: string };

/** Minimum interval between pastes, in milliseconds. */
const PASTE_MS = 300;

/** Marks Cutroom's JSON on the system clipboard. */
const MARK = 'cutroom-clip';

/** The last copy, for browsers without clipboard access. */
let memory: StudioClip | undefined;
/** Whether `memory` is newer than the system clipboard. Unknown (false) after the page loses focus. */
let isNewest = false;

/**
 * Copies layers, a scene or files to the page's own clipboard. Also writes layers and scenes to the system clipboard as
 * marked JSON, so that other tabs can paste them.
 * @param data of a copy or cut event whose default the caller prevents; without it, uses the Clipboard API.
 * @returns whether the clip is on the system clipboard.
 */
export async function copyClip(clip: StudioClip, data?: DataTransfer | null): Promise<boolean> {
  memory = clip;
  const isOnSystem = await putOnSystem(clip, data);
  isNewest = !isOnSystem;
  if (isNewest) addEventListener('blur', () => (isNewest = false), { once: true });
  return isOnSystem;
}

/**
 * Content of a paste event: files, else Cutroom's layers or scene, else plain text, else the page's last copy.
 * @returns undefined if there is nothing to paste.
 */
export function readClip(data: DataTransfer | null): StudioClip | undefined {
  const files = [...(data?.files ?? [])];
  if (files.length > 0) return { itemType: 'files', item: files };
  if (memory && isNewest) return memory;
  return parseClip(data?.getData('text/plain') ?? '') ?? memory;
}

/** Content for a Paste button: the system clipboard if the browser allows reading it, else the page's own. */
export async function pasteClip(): Promise<StudioClip | undefined> {
  if (memory && isNewest) return memory;
  try {
    return parseClip(await navigator.clipboard.readText()) ?? memory;
  } catch {
    return memory;
  }
}

/** Parses clipboard text. Returns undefined for marked JSON that is invalid. */
export function parseClip(text: string): StudioClip | undefined {
  if (text.length > MAX_PROJECT_BYTES) return undefined;
  if (!text.startsWith(`{"type":"${MARK}"`)) {
    const plain = truncateName(text.replaceAll('\r\n', '\n').trim(), MAX_TEXT_LENGTH);
    return plain === '' ? undefined : { itemType: 'text', item: plain };
  }
  try {
    const { itemType, item, projectLayers } = JSON.parse(text) as Record<string, unknown>;
    return isPartType(itemType) ? parseItem(itemType, item, projectLayers) : undefined;
  } catch {
    return undefined;
  }
}

/** Serializes layers or a scene as marked JSON; undefined for files and text. */
export function printClip(clip: StudioClip): string | undefined {
  if (!isPartType(clip.itemType)) return undefined;
  return JSON.stringify({ type: MARK, ...clip });
}

/** The copied layers of a clip; without any for files and text. */
export function layersIn(clip: StudioClip): CopiedLayers {
  if (clip.itemType === 'layer') return { layers: [clip.item], projectLayers: [] };
  if (clip.itemType === 'files' || clip.itemType === 'text') return { layers: [], projectLayers: [] };
  const { projectLayers = [] } = clip;
  return { layers: clip.itemType === 'layers' ? clip.item : clip.item.layers, projectLayers };
}

/** Media paths used by a clip. Pass them to restoreMedia, since the clip may come from another tab. */
export function clipMediaUrls(clip: StudioClip): string[] {
  const { layers, projectLayers } = layersIn(clip);
  const urls = [...layers, ...projectLayers].flatMap((layer) => ('url' in layer ? [layer.url] : []));
  return [...new Set(urls)].filter(isMediaPath);
}

/**
 * Rejects pastes that follow too quickly, such as key repeats.
 * @param now returns the time in milliseconds.
 * @returns a function that returns whether a paste is allowed now.
 */
export function createPasteThrottle(ms = PASTE_MS, now: () => number = () => performance.now()): () => boolean {
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    if (now() - last < ms) return false;
    last = now();
    return true;
  };
}

async function putOnSystem(clip: StudioClip, data: DataTransfer | null | undefined): Promise<boolean> {
  const text = printClip(clip);
  if (text === undefined) return false;
  // An event's data can only be set synchronously, before any await.
  data?.setData('text/plain', text);
  return data ? true : copyText(text);
}

/** Validates like any imported project, since clipboard data may come from anywhere. */
function parseItem(itemType: ProjectClip['itemType'], item: unknown, layers: unknown): StudioClip | undefined {
  const scene = itemType === 'scene' ? item : { id: 'clip', layers: itemType === 'layer' ? [item] : item };
  // The scenes that layers of the project follow are not part of the clip.
  const anchors = new Set(Array.isArray(layers) ? layers.map((layer) => layer?.anchor) : []);
  anchors.delete((scene as Scene | null)?.id);
  const others = [...anchors].filter((id) => id !== undefined).map((id) => ({ id }));
  const parsed = parseProject({ scenes: [scene, ...others], ...(layers === undefined ? {} : { layers }) });
  if (!parsed.ok) return undefined;
  const { scenes, layers: projectLayers } = parsed.value as Project;
  const [first] = scenes;
  const more = projectLayers ? { projectLayers } : {};
  if (itemType === 'scene') return first && { itemType, item: first, ...more };
  const own = first?.layers ?? [];
  const [layer] = own;
  if (itemType === 'layer') return layer && { itemType, item: layer };
  return own.length > 0 || projectLayers ? { itemType, item: own, ...more } : undefined;
}

function isPartType(itemType: unknown): itemType is ProjectClip['itemType'] {
  return itemType === 'layer' || itemType === 'layers' || itemType === 'scene';
}
