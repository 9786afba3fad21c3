import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { proxy, ref } from 'valtio/vanilla';
import type { UploadedMedia } from '../../../api/contract/upload.ts';
import type { MediaFacts } from '../../../engine/project/media.ts';
import { getClient } from '../../client/page/server.ts';
import type { PanelFile } from './panelFiles.ts';

/** Files that the visitor has uploaded, in any project: those of the account, or of this session. */
export const ownFiles = proxy({
  state: 'loading' as 'loading' | 'ready' | 'failed',
  /** Newest first, as far as loaded. */
  files: [] as PanelFile[],
  /** Cursor of the next older page; null if there is none. */
  next: null as string | null,
  /** Whether that page could not be loaded. */
  isOlderFailed: false,
});

/** Files of a page. */
const PAGE = 60;

/** Number of lists requested so far: a slow answer must not replace a later one. */
let requests = 0;

/** Loads the newest files whose name contains a text. Never throws. */
export async function loadOwnFiles(search: string): Promise<void> {
  ownFiles.state = 'loading';
  ownFiles.isOlderFailed = false;
  await load({ search }, (files) => {
    ownFiles.files = files;
  });
}

/** Loads the next older page. Never throws. */
export async function loadOlderFiles(search: string): Promise<void> {
  const { next } = ownFiles;
  if (next === null) return;
  ownFiles.isOlderFailed = false;
  await load({ search, before: next }, (files) => {
    ownFiles.files.push(...files);
  });
}

async function load(query: { search: string; before?: string }, land: (files: PanelFile[]) => void): Promise<void> {
  requests += 1;
  const request = requests;
  try {
    const page = await (await getClient()).listUploads({ ...query, limit: PAGE });
    if (request !== requests) return;
    land(page.uploads.flatMap(fileOf));
    ownFiles.next = page.next;
    ownFiles.state = 'ready';
  } catch {
    if (request !== requests) return;
    // The files that are there stay.
    if (query.before === undefined) ownFiles.state = 'failed';
    else ownFiles.isOlderFailed = true;
  }
}

/** @returns an empty list for fonts and empty files. */
function fileOf({ url, kind, name, size, mime: _, ...facts }: UploadedMedia): PanelFile[] {
  if (kind === null || kind === 'font') return [];
  return [
    {
      url,
      kind,
      name: withoutId(name),
      size,
      uses: [],
      facts: ref<MediaFacts>({ kind, ...facts } as MediaFacts),
      isOwn: true,
    },
  ];
}

/** Removes the random id that the server adds to the names of files. */
function withoutId(name: string): string {
  return name.replace(/_[^_.]{8}(?=\.\w+$|$)/, '');
}

/** The visitor's files, loaded while a list of them is shown. @param search a part of the name. */
export function useOwnFiles(search: string): typeof ownFiles {
  useEffect(() => void loadOwnFiles(search), [search]);
  return useSnapshot(ownFiles) as typeof ownFiles;
}
