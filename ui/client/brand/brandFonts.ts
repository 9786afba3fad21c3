import { proxy } from 'valtio/vanilla';
import { fontFiles } from '../../../engine/browser/fontFiles.ts';
import { faceOfName, type OwnFace, readFace } from '../../../engine/formats/fontFace.ts';
import { isFontFile } from '../../../engine/formats/fontFile.ts';
import {
  FONT_COLLECTION,
  FONT_TOO_LARGE,
  FONT_UNREADABLE,
  fontTitle,
  isFontCollection,
  isFontHead,
  MAX_FONT_BYTES,
} from '../../../engine/formats/fontFormat.ts';
import { mediaTypeOf } from '../../../engine/formats/mediaTypes.ts';
import { adoptFile } from '../media/addFile.ts';
import { blobOf, entryOf, localUrlOf, newMediaPath, restoreEntry } from '../media/mediaTable.ts';
import { showError } from '../page/notices.ts';
import { listReader, notifyTabs } from '../page/otherTabs.ts';
import { sameBytes } from '../projects/unpackProject.ts';
import { openDatabase, type StudioDatabase } from '../store/database.ts';

/** Maximum number of brand fonts. */
const MAX_FONTS = 50;

/** Brand fonts, newest first, as paths of the media table; stored in this browser. */
export const brandFonts = proxy({
  list: [] as string[],
  /** Font face of each file. */
  faces: {} as Record<string, OwnFace>,
});

/** Reads the stored fonts on first call, and again whenever they changed elsewhere. */
export const readFonts = listReader('fonts', loadFonts);

async function loadFonts(): Promise<void> {
  const before = new Set(brandFonts.list);
  const database = await openDatabase();
  const stored = await database?.getAll('fonts').catch(() => undefined);
  if (!database || !stored) return;
  const there = await Promise.all(stored.map(({ url }) => isListed(database, url)));
  // Some may have been removed meanwhile.
  const kept = new Set(await database.getAllKeys('fonts').catch(() => stored.map(({ url }) => url)));
  const list = stored.filter(({ url }, i) => there[i] && kept.has(url)).sort((a, b) => b.addedAt - a.addedAt);
  for (const { url, face = faceOfName(fontTitle(url)) } of list) brandFonts.faces[url] ??= face;
  const urls = list.map(({ url }) => url);
  // Fonts added meanwhile may not have been stored when the list was read.
  const since = brandFonts.list.filter((url) => !before.has(url) && !urls.includes(url));
  const all = [...since, ...urls];
  // Assigning a new array re-renders an open list from its start.
  if (all.join() !== brandFonts.list.join()) brandFonts.list = all;
}

/** Returns whether the file is in this browser or on the server, from which it is downloaded on first use. */
async function isListed(database: StudioDatabase, url: string): Promise<boolean> {
  if (entryOf(url)) return true;
  const keys = await Promise.all([database.getKey('media', url), database.getKey('remotes', url)]);
  return keys.some((key) => key !== undefined);
}

Object.assign(fontFiles, { bring: restoreEntry, addressOf: localUrlOf });

/** Adds a font file; reports an invalid one. @returns its path; if the same file exists, the existing path. */
export async function addFont(file: File): Promise<string | undefined> {
  await readFonts();
  const { url } = newMediaPath(file.name);
  const wrong = await refusalOf(file, url);
  if (wrong !== undefined) {
    showError(wrong);
    return undefined;
  }
  const known = await sameFont(file);
  if (known !== undefined) return known;
  if (brandFonts.list.length >= MAX_FONTS) {
    showError(`A brand can have at most ${MAX_FONTS} fonts.`);
    return undefined;
  }
  await adoptFile(url, new File([file], file.name, { type: mediaTypeOf(url) }));
  const face = readFace(new Uint8Array(await file.arrayBuffer()), file.name);
  // Without storage, the font lasts as long as the page.
  await (await openDatabase())?.put('fonts', { url, addedAt: Date.now(), face }).catch(() => undefined);
  brandFonts.faces[url] = face;
  brandFonts.list.unshift(url);
  notifyTabs('fonts');
  return url;
}

/** Removes fonts from the list. Texts that use them stay unchanged. */
export async function removeFonts(urls: readonly string[]): Promise<void> {
  const dropFromList = () => {
    brandFonts.list = brandFonts.list.filter((one) => !urls.includes(one));
  };
  dropFromList();
  const database = await openDatabase();
  for (const url of urls) await database?.delete('fonts', url).catch(() => undefined);
  // A concurrent read may have added them again.
  dropFromList();
  notifyTabs('fonts');
}

/** Returns the problem of a file: name, size, header, or an error of the browser's own font parser. */
async function refusalOf(file: File, url: string): Promise<string | undefined> {
  if (isFontCollection(new Uint8Array(await file.slice(0, 8).arrayBuffer()))) return FONT_COLLECTION;
  if (!isFontFile(url)) return FONT_UNREADABLE;
  if (file.size > MAX_FONT_BYTES) return FONT_TOO_LARGE;
  const bytes = await file.arrayBuffer();
  if (!isFontHead(new Uint8Array(bytes))) return FONT_UNREADABLE;
  return new FontFace('Cutroom trial', bytes).load().then(
    () => undefined,
    () => FONT_UNREADABLE,
  );
}

async function sameFont(file: File): Promise<string | undefined> {
  for (const url of brandFonts.list) {
    const blob = await blobOf(url);
    if (blob && (await sameBytes(blob, file))) return url;
  }
  return undefined;
}
