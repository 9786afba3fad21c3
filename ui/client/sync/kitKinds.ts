import { pathOf } from '../../../api/contract/http.ts';
import type { KitItem, KitKind } from '../../../api/contract/kit.ts';
import { addBrandColor, MAX_BRAND_COLORS, removeBrandColor, restoredColors } from '../brand/brandColors.ts';
import { ownName } from '../page/owner.ts';
import { parseBody } from '../projects/readStored.ts';
import { mediaPathsOf } from '../projects/saved.ts';
import type { StoredLogo, StudioDatabase } from '../store/database.ts';
import { blobOfStored, storable } from '../store/storedBlob.ts';
import { dataUrlToBlob, imageToDataUrl, noteRemotes, uploadsOf } from './push.ts';

/** Browser storage of one kind of kit item (template, logo, font, color). Keys are unique within their kind. */
interface Kind<K extends KitKind = KitKind> {
  /** Returns the keys of stored items. Must not list items in memory: after a reload they would look deleted. */
  keys(database: StudioDatabase): Promise<string[]>;
  /** Returns whether their storage, and the items with it, was lost. Default: false. */
  isLost?(): boolean;
  /** Returns the display name of an item; '' if missing. */
  nameOf(database: StudioDatabase, key: string): Promise<string>;
  /** Returns an item in the server's format; undefined if it is missing or its files are still uploading. */
  read(database: StudioDatabase, key: string): Promise<Of<K> | undefined>;
  /** Forgets the upload of an item that the server has lost, so that it is sent again. */
  forgetSent?(database: StudioDatabase, key: string): Promise<void>;
  /** Stores an item. Ignores what this page cannot use. @throws Error if a retry may succeed. */
  store(database: StudioDatabase, key: string, item: Of<K>): Promise<void>;
  /** Deletes an item from this browser. */
  drop(database: StudioDatabase, key: string): Promise<void>;
}

/** Storage key of colors. */
const COLORS = ownName('brandColors');

type Of<K extends KitKind> = Extract<KitItem, { kind: K }>;

const timeOf = (addedAt: string) => Date.parse(addedAt);
const textOf = (time: number) => new Date(time).toISOString();

const template: Kind<'template'> = {
  keys: (database) => database.getAllKeys('templates'),
  nameOf: async (database, key) => (await database.get('templates', key))?.name ?? '',
  async read(database, key) {
    const stored = await database.get('templates', key);
    const media = stored && (await sentMedia(database, stored.mediaUrls));
    if (!media) return undefined;
    const picture = await imageToDataUrl(stored.thumbnail && blobOfStored(stored.thumbnail));
    return {
      ...{
        kind: 'template',
        addedAt: textOf(stored.savedAt),
        name: stored.name,
        project: JSON.parse(stored.body),
        media,
      },
      ...(picture === undefined ? {} : { picture }),
    };
  },
  async store(database, id, { name, project, media, picture, addedAt }) {
    const parsed = parseBody(JSON.stringify(project));
    if (!parsed.ok) return;
    await noteRemotes(database, media);
    const { width, height, scenes } = parsed.value;
    await database.put('templates', {
      ...{ id, name, savedAt: timeOf(addedAt), width, height, sceneCount: scenes.length },
      ...{ body: JSON.stringify(parsed.value), mediaUrls: mediaPathsOf(parsed.value) },
      ...(picture === undefined ? {} : { thumbnail: await storable(database, dataUrlToBlob(picture)) }),
    });
  },
  drop: (database, key) => database.delete('templates', key),
};

const logo: Kind<'logo'> = {
  keys: (database) => database.getAllKeys('logos'),
  nameOf: async (database, key) => (await database.get('logos', key))?.name ?? '',
  async read(database, key) {
    const stored = await database.get('logos', key);
    if (!stored) return undefined;
    const { name, type, addedAt, readUrl = await uploadLogo(database, stored) } = stored;
    return { kind: 'logo', addedAt: textOf(addedAt), name, type, media: [{ path: 'logo', url: readUrl }] };
  },
  forgetSent: (database, key) => noteUpload(database, key, undefined),
  async store(database, id, { name, type, media: [file], addedAt }) {
    const answer = file && (await fetch(file.url));
    if (!answer || answer.status === 404 || answer.status === 410) return;
    if (!answer.ok) throw new Error(`${answer.status}`);
    const blob = new Blob([await answer.arrayBuffer()], { type });
    await database.put('logos', { id, name, type, blob: await storable(database, blob), addedAt: timeOf(addedAt) });
  },
  drop: (database, key) => database.delete('logos', key),
};

const font: Kind<'font'> = {
  keys: async (database) => (await database.getAllKeys('fonts')).map(fontKey),
  async nameOf(database, key) {
    const stored = await findFont(database, key);
    return stored?.face?.family ?? stored?.url.split('/').at(-1) ?? '';
  },
  async read(database, key) {
    const stored = await findFont(database, key);
    const media = stored && (await sentMedia(database, [stored.url]));
    if (!media) return undefined;
    const { face, addedAt } = stored;
    return { kind: 'font', addedAt: textOf(addedAt), media, ...(face ? { face } : {}) };
  },
  async store(database, key, { media, face, addedAt }) {
    const [file] = media;
    if (!file || fontKey(file.path) !== key) return;
    await noteRemotes(database, media);
    await database.put('fonts', { url: file.path, addedAt: timeOf(addedAt), ...(face ? { face } : {}) });
  },
  async drop(database, key) {
    for (const url of await database.getAllKeys('fonts')) if (fontKey(url) === key) await database.delete('fonts', url);
  },
};

const color: Kind<'color'> = {
  keys: async () => restoredColors(COLORS, MAX_BRAND_COLORS).map((one) => one.slice(1)),
  isLost() {
    try {
      return localStorage.getItem(COLORS) === null;
    } catch {
      return true;
    }
  },
  nameOf: async (_, key) => `#${key}`,
  read: async (_, key) => ({ kind: 'color', addedAt: textOf(Date.now()), color: `#${key}` }),
  store: async (_, __, item) => addBrandColor(item.color),
  drop: async (_, key) => removeBrandColor(`#${key}`),
};

/** All kinds. Key and item have the same kind by construction, which the compiler cannot verify. */
export const kinds = { template, logo, font, color } as unknown as Readonly<Record<KitKind, Kind>>;

/** Returns the key of a font: its file's path is media/<key>/<name>. */
function fontKey(url: string): string {
  return url.split('/')[1] ?? '';
}

async function findFont(database: StudioDatabase, key: string) {
  return (await database.getAll('fonts')).find(({ url }) => fontKey(url) === key);
}

/** Uploads the file of a logo once, because the server may still reject the logo. @returns its URL. */
async function uploadLogo(database: StudioDatabase, { id, name, type, blob }: StoredLogo): Promise<string> {
  const { uploadFile } = await import('../media/uploadFile.ts');
  const { url } = await uploadFile(new File([blobOfStored(blob)], name, { type }), { onProgress: () => undefined });
  const readUrl = pathOf(url);
  await noteUpload(database, id, readUrl);
  return readUrl;
}

/** Stores the upload URL with its logo, unless that was deleted meanwhile. @param readUrl undefined for none. */
async function noteUpload(database: StudioDatabase, id: string, readUrl: string | undefined): Promise<void> {
  const change = database.transaction('logos', 'readwrite');
  const stored = await change.store.get(id);
  if (stored) {
    const { readUrl: _, ...rest } = stored;
    await change.store.put(readUrl === undefined ? rest : { ...rest, readUrl });
  }
  await change.done;
}

/** Returns the uploads of files. If one is not uploaded yet, starts uploading it and returns undefined. */
async function sentMedia(database: StudioDatabase, mediaUrls: string[]) {
  const { media, unsent } = await uploadsOf(database, { mediaUrls });
  if (unsent.length === 0) return media;
  const { ensureUploaded } = await import('../media/uploads.ts');
  // Upload failures are shown with the file; the item is retried with the next sync.
  void ensureUploaded(unsent).catch(() => undefined);
  return undefined;
}
