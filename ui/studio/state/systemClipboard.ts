import { cutName } from '../../../engine/edit/cutName.ts';
import type { Layer } from '../../../engine/project/layers.ts';
import { MAX_PROJECT_BYTES, MAX_TEXT_LENGTH } from '../../../engine/project/limits.ts';
import { parseProject } from '../../../engine/project/parse.ts';
import type { Project, Scene } from '../../../engine/project/project.ts';
import { copyText } from '../../components/copyText.ts';
import { isMediaPath } from '../../media/mediaTable.ts';

/** A part of a project; several layers front to back. */
export type ProjectClip =
  | { itemType: 'layer'; item: Layer }
  | { itemType: 'layers'; item: readonly Layer[] }
  | { itemType: 'scene'; item: Scene };

/** What the Studio's clipboard can hold, and plain text that a person copied elsewhere. */
export type StudioClip = ProjectClip | { itemType: 'files'; item: File[] } | { itemType: 'text'; item: string };

/** How long after a paste no other one is taken, milliseconds. */
const PASTE_MS = 300;

/** Marks our JSON on the system's clipboard. */
const MARK = 'cutroom-clip';

/** What was copied last, for browsers that give a page no clipboard. */
let memory: StudioClip | undefined;
/** Whether the system's clipboard holds something older than `memory`; not known any more once the page was left. */
let isNewest = false;

/**
 * Copies layers, a scene or files: into the page's own clipboard, and layers and scenes onto the system's too, as
 * marked JSON, so that other tabs can paste them.
 * @param data of a copy or cut event, whose default the caller prevents; without it the browser is asked.
 * @returns whether it is on the system's clipboard.
 */
export async function copyClip(clip: StudioClip, data?: DataTransfer | null): Promise<boolean> {
  memory = clip;
  const isOnSystem = await putOnSystem(clip, data);
  isNewest = !isOnSystem;
  if (isNewest) addEventListener('blur', () => (isNewest = false), { once: true });
  return isOnSystem;
}

/**
 * What a paste event brings: files, else layers or a scene of ours, else plain text for a text layer, else what was
 * copied last in this page.
 * @returns undefined when there is nothing to paste.
 */
export function readClip(data: DataTransfer | null): StudioClip | undefined {
  const files = [...(data?.files ?? [])];
  if (files.length > 0) return { itemType: 'files', item: files };
  if (memory && isNewest) return memory;
  return parseClip(data?.getData('text/plain') ?? '') ?? memory;
}

/** What a Paste button brings: the system's clipboard where the browser lets the page read it, else the page's own. */
export async function pasteClip(): Promise<StudioClip | undefined> {
  if (memory && isNewest) return memory;
  try {
    return parseClip(await navigator.clipboard.readText()) ?? memory;
  } catch {
    return memory;
  }
}

/** What a text from the clipboard stands for. What is marked as ours and does not parse is nothing. */
export function parseClip(text: string): StudioClip | undefined {
  if (text.length > MAX_PROJECT_BYTES) return undefined;
  if (!text.startsWith(`{"type":"${MARK}"`)) {
    const plain = cutName(text.replaceAll('\r\n', '\n').trim(), MAX_TEXT_LENGTH);
    return plain === '' ? undefined : { itemType: 'text', item: plain };
  }
  try {
    const { itemType, item } = JSON.parse(text) as { itemType?: unknown; item?: unknown };
    return isPartType(itemType) ? parseItem(itemType, item) : undefined;
  } catch {
    return undefined;
  }
}

/** The marked JSON of layers or a scene; undefined for files and text. */
export function printClip(clip: StudioClip): string | undefined {
  if (!isPartType(clip.itemType)) return undefined;
  return JSON.stringify({ type: MARK, itemType: clip.itemType, item: clip.item });
}

/** The layers that a clip holds; none of files and text. */
export function layersIn(clip: StudioClip): readonly Layer[] {
  if (clip.itemType === 'layer') return [clip.item];
  if (clip.itemType === 'layers') return clip.item;
  return clip.itemType === 'scene' ? clip.item.layers : [];
}

/** Media of the table that a clip names: for restoreMedia, as it may come from another tab. */
export function clipMediaUrls(clip: StudioClip): string[] {
  return [...new Set(layersIn(clip).flatMap((layer) => ('url' in layer ? [layer.url] : [])))].filter(isMediaPath);
}

/**
 * Holds pastes back that follow too soon, as those of a held key.
 * @param now a clock, milliseconds.
 * @returns a function that says whether a paste may go on now.
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
  // The data of an event can only be set while it is handled: before any wait.
  data?.setData('text/plain', text);
  return data ? true : copyText(text);
}

/** Goes through the border check of projects: what comes from a clipboard may come from anywhere. */
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
