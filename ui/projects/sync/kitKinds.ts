import { pathOf } from '../../../api/contract/http.ts';
import type { KitItem, KitKind } from '../../../api/contract/kit.ts';
import { addBrandColor, MAX_BRAND_COLORS, removeBrandColor } from '../../state/brandColors.ts';
import type { StoredLogo, StudioDatabase } from '../../state/database.ts';
import { later } from '../../state/later.ts';
import { ownName } from '../../state/owner.ts';
import { blobOfStored, storable } from '../../state/storedBlob.ts';
import { restoredColors } from '../../state/storedColors.ts';
import { mediaPathsOf, parseBody } from '../saved.ts';
import { pictureBlob, pictureText } from './pictures.ts';
import { mediaOf } from './push.ts';
import { noteRemotes } from './remotes.ts';

/** One kind of what a person has at hand, as this browser keeps it. Keys are what items are called by within their kind. */
interface Kind<K extends KitKind = KitKind> {
  /** What is stored: what the page alone remembers is gone with it, and must not look as if it had been taken out. */
  keys(database: StudioDatabase): Promise<string[]>;
  /** Whether the place that keeps them has gone, and they with it; default: it has not. */
  isLost?(): boolean;
  /** What one is called in words; '' where it is gone. */
  nameOf(database: StudioDatabase, key: string): Promise<string>;
  /** One as it is sent; undefined: it is gone, or its files are on their way. */
  give(database: StudioDatabase, key: string): Promise<Of<K> | undefined>;
  /** The server has lost the upload of one: it is sent anew. */
  forgetSent?(database: StudioDatabase, key: string): Promise<void>;
  /** Puts one here. What this page cannot use it leaves. @throws Error where that may be otherwise the next time. */
  take(database: StudioDatabase, key: string, item: Of<K>): Promise<void>;
  /** Takes one out here. */
  drop(database: StudioDatabase, key: string): Promise<void>;
}

/** Under which name colors are stored. */
const COLORS = ownName('brandColors');

type Of<K extends KitKind> = Extract<KitItem, { kind: K }>;

const timeOf = (addedAt: string) => Date.parse(addedAt);
const textOf = (time: number) => new Date(time).toISOString();

const template: Kind<'template'> = {
  keys: (database) => database.getAllKeys('templates'),
  nameOf: async (database, key) => (await database.get('templates', key))?.name ?? '',
  async give(database, key) {
    const stored = await database.get('templates', key);
    const media = stored && (await sentMedia(database, stored.mediaUrls));
    if (!media) return undefined;
    const picture = await pictureText(stored.thumbnail && blobOfStored(stored.thumbnail));
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
  async take(database, id, { name, project, media, picture, addedAt }) {
    const parsed = parseBody(JSON.stringify(project));
    if (!parsed.ok) return;
    await noteRemotes(database, media);
    const { width, height, scenes } = parsed.value;
    await database.put('templates', {
      ...{ id, name, savedAt: timeOf(addedAt), width, height, sceneCount: scenes.length },
      ...{ body: JSON.stringify(parsed.value), mediaUrls: mediaPathsOf(parsed.value) },
      ...(picture === undefined ? {} : { thumbnail: await storable(database, pictureBlob(picture)) }),
    });
  },
  drop: (database, key) => database.delete('templates', key),
};

const logo: Kind<'logo'> = {
  keys: (database) => database.getAllKeys('logos'),
  nameOf: async (database, key) => (await database.get('logos', key))?.name ?? '',
  async give(database, key) {
    const stored = await database.get('logos', key);
    if (!stored) return undefined;
    const { name, type, addedAt, readUrl = await uploadLogo(database, stored) } = stored;
    return { kind: 'logo', addedAt: textOf(addedAt), name, type, media: [{ path: 'logo', url: readUrl }] };
  },
  forgetSent: (database, key) => noteUpload(database, key, undefined),
  async take(database, id, { name, type, media: [file], addedAt }) {
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
  async give(database, key) {
    const stored = await findFont(database, key);
    const media = stored && (await sentMedia(database, [stored.url]));
    if (!media) return undefined;
    const { face, addedAt } = stored;
    return { kind: 'font', addedAt: textOf(addedAt), media, ...(face ? { face } : {}) };
  },
  async take(database, key, { media, face, addedAt }) {
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
  give: async (_, key) => ({ kind: 'color', addedAt: textOf(Date.now()), color: `#${key}` }),
  take: async (_, __, item) => addBrandColor(item.color),
  drop: async (_, key) => removeBrandColor(`#${key}`),
};

/** All kinds. The key and the item are of the same kind by construction; the compiler cannot follow that. */
export const kinds = { template, logo, font, color } as unknown as Readonly<Record<KitKind, Kind>>;

/** What a font is called by: its file's path is media/<key>/<name>. */
function fontKey(url: string): string {
  return url.split('/')[1] ?? '';
}

async function findFont(database: StudioDatabase, key: string) {
  return (await database.getAll('fonts')).find(({ url }) => fontKey(url) === key);
}

/** Sends the file of a logo, once: the server may still refuse the logo. @returns its address. */
async function uploadLogo(database: StudioDatabase, { id, name, type, blob }: StoredLogo): Promise<string> {
  const { uploadFile } = await later(() => import('../../media/uploadFile.ts'));
  const { url } = await uploadFile(new File([blobOfStored(blob)], name, { type }), { onProgress: () => undefined });
  const readUrl = pathOf(url);
  await noteUpload(database, id, readUrl);
  return readUrl;
}

/** Notes the upload of a logo beside it, unless that was taken out meanwhile. @param readUrl undefined: there is none. */
async function noteUpload(database: StudioDatabase, id: string, readUrl: string | undefined): Promise<void> {
  const change = database.transaction('logos', 'readwrite');
  const stored = await change.store.get(id);
  if (stored) {
    const { readUrl: _, ...rest } = stored;
    await change.store.put(readUrl === undefined ? rest : { ...rest, readUrl });
  }
  await change.done;
}

/** The uploads of files; undefined while one of them is here alone: then it is sent meanwhile. */
async function sentMedia(database: StudioDatabase, mediaUrls: string[]) {
  const { media, unsent } = await mediaOf(database, { mediaUrls });
  if (unsent.length === 0) return media;
  const { ensureUploaded } = await later(() => import('../../media/uploads.ts'));
  // Why it does not go is shown at the file; the item goes the next time.
  void ensureUploaded(unsent).catch(() => undefined);
  return undefined;
}
