import { proxy } from 'valtio/vanilla';
import type { ChosenMedia } from '../../../engine/edit/newLayers.ts';
import { type MediaFacts, type UsedMedia, usedMedia } from '../../../engine/project/media.ts';
import type { Project } from '../../../engine/project/project.ts';
import { entryOf, type mediaTable } from '../../client/media/mediaTable.ts';
import { fileNameOf, isLink } from '../../client/media/references.ts';
import { rememberedProjects } from '../state/studio.ts';

/** A file in the media panel. */
export interface PanelFile extends UsedMedia {
  /** Its name on this device. Never translated. */
  name: string;
  /** What the server says about it; absent for files of the project. */
  facts?: MediaFacts;
  /** In bytes, if the server says so. */
  size?: number;
  /** Whether it is listed as the visitor's file, not as one of the project. */
  isOwn?: true;
}

/** Titles of the kinds of files. */
export const kindTitles: Readonly<Record<PanelFile['kind'], string>> = {
  video: 'Video',
  image: 'Image',
  audio: 'Audio',
};

/** Files that were removed from the list, by project. A file that is used again is listed again. */
export const removedFiles = proxy({ byProject: {} as Record<string, string[]> });

/** The files of each project that undo can restore; projects never change. */
const filesOf = new WeakMap<Project, UsedMedia[]>();

function knownFiles(project: Project): UsedMedia[] {
  const known = filesOf.get(project) ?? usedMedia(project);
  filesOf.set(project, known);
  return known;
}

/**
 * Returns the files of a project, in reading order, and then those that only undo or redo would bring back, without
 * uses.
 */
export function panelFiles(project: Project, removed: readonly string[] = []): PanelFile[] {
  const used = knownFiles(project);
  const listed = new Set([...used.map(({ url }) => url), ...removed]);
  const unused: UsedMedia[] = [];
  for (const before of rememberedProjects()) {
    for (const { url, kind } of knownFiles(before)) {
      if (listed.has(url)) continue;
      listed.add(url);
      unused.push({ url, kind, uses: [] });
    }
  }
  return [...used, ...unused].map((file) => ({ ...file, name: entryOf(file.url)?.name ?? fileNameOf(file.url) }));
}

/** Returns the files whose name or kind contains all words of a query, whatever the case. */
export function searchFiles(files: readonly PanelFile[], query: string, kindOf: (file: PanelFile) => string) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return files;
  return files.filter((file) => {
    const text = `${file.name} ${kindOf(file)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** What is known about a file, as far as a layer or a measurement says. */
export interface FileFacts {
  /** In seconds; 0: unknown, or none. */
  duration: number;
  /** In pixels; 0: unknown, or audio. */
  width: number;
  height: number;
  /** In bytes; 0: unknown. */
  size: number;
}

type PanelSource = Pick<PanelFile, 'url' | 'uses' | 'facts' | 'size'>;

/** Returns what is known about a file. */
export function factsOf({ url, uses, facts: told, size: bytes }: PanelSource): FileFacts {
  const entry = entryOf(url);
  const { width = 0, height = 0, duration = 0 } = told ?? entry?.facts ?? {};
  const facts = { duration, width, height, size: bytes ?? entry?.size ?? 0 };
  for (const { layer, track } of uses) {
    facts.duration ||= track?.duration ?? 0;
    if (!layer || !('url' in layer)) continue;
    if ('duration' in layer) facts.duration ||= layer.duration ?? 0;
    if (!('width' in layer)) continue;
    facts.width ||= layer.width ?? 0;
    facts.height ||= layer.height ?? 0;
  }
  return facts;
}

/** Returns a file as a layer can be made of it. */
export function mediaOf(file: PanelFile): ChosenMedia {
  const { kind, url, uses } = file;
  const known = file.facts ?? entryOf(url)?.facts;
  const { duration, width, height } = factsOf(file);
  const layers = uses.flatMap(({ layer }) => (layer && 'url' in layer ? [layer] : []));
  const source = layers.find((layer) => layer.source)?.source;
  const credit = layers.flatMap((layer) => ('credit' in layer ? [layer.credit] : [])).find(Boolean);
  const animated = layers.some((layer) => layer.type === 'video' && layer.converted_gif);
  return {
    ...(known ? { ...known } : { kind, duration, width, height, hasAudio: kind !== 'image', animated }),
    url,
    ...(source && { source }),
    ...(credit && { credit }),
  };
}

/** State of a file: failed: its upload was rejected. */
export type FileState = 'there' | 'uploading' | 'failed' | 'missing';

/** Returns the state of a file. @param table snapshot of the media table. */
export function stateOf(url: string, { byUrl }: { readonly byUrl: Readonly<typeof mediaTable.byUrl> }): FileState {
  if (isLink(url)) return 'there';
  const state = byUrl[url]?.state;
  if (state === undefined) return 'missing';
  return state === 'failed' || state === 'uploading' ? state : 'there';
}
