import { truncateName } from '../../../engine/edit/truncateName.ts';
import type { Layer } from '../../../engine/project/layers.ts';
import { MAX_PROJECT_BYTES, MAX_TEXT_LENGTH } from '../../../engine/project/limits.ts';
import { parseProject } from '../../../engine/project/parse.ts';
import type { Project, Scene } from '../../../engine/project/project.ts';
import { isMediaPath } from '../media/mediaTable.ts';
import { copyText } from '../page/copyText.ts';

/** Part of a project. Several layers are ordered front to back. */
export type ProjectClip =
  | { itemType: 'layer'; item: Layer }
  | { itemType: 'layers'; item: readonly Layer[] }
  | { itemType: 'scene'; item: Scene };

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
    const { itemType, item } = JSON.parse(text) as { itemType?: unknown; item?: unknown };
    return isPartType(itemType) ? parseItem(itemType, item) : undefined;
  } catch {
    return undefined;
  }
}

/** Serializes layers or a scene as marked JSON; undefined for files and text. */
export function printClip(clip: StudioClip): string | undefined {
  if (!isPartType(clip.itemType)) return undefined;
  return JSON.stringify({ type: MARK, itemType: clip.itemType, item: clip.item });
}

/** The layers of a clip; empty for files and text. */
export function layersIn(clip: StudioClip): readonly Layer[] {
  if (clip.itemType === 'layer') return [clip.item];
  if (clip.itemType === 'layers') return clip.item;
  return clip.itemType === 'scene' ? clip.item.layers : [];
}

/** Media paths used by a clip. Pass them to restoreMedia, since the clip may come from another tab. */
export function clipMediaUrls(clip: StudioClip): string[] {
  return [...new Set(layersIn(clip).flatMap((layer) => ('url' in layer ? [layer.url] : [])))].filter(isMediaPath);
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
function parseItem(itemType: ProjectClip['itemType'], item: unknown): StudioClip | undefined {
  const scenes = itemType === 'scene' ? [item] : [{ id: 'clip', layers: itemType === 'layer' ? [item] : item }];
  const parsed = parseProject({ scenes });
  if (!parsed.ok) return undefined;
  const [scene] = parsed.value.scenes as Project['scenes'];
  if (itemType === 'scene') return scene && { itemType, item: scene };
  const [layer, ...rest] = scene?.layers ?? [];
  if (!layer) return undefined;
  return itemType === 'layer' ? { itemType, item: layer } : { itemType, item: [layer, ...rest] };
}

function isPartType(itemType: unknown): itemType is ProjectClip['itemType'] {
  return itemType === 'layer' || itemType === 'layers' || itemType === 'scene';
}
