import { proxy } from 'valtio/vanilla';
import { fontFiles } from '../../engine/browser/fontFiles.ts';
import { faceOfName, type OwnFace, readFace } from '../../engine/project/fontFace.ts';
import { isFontFile } from '../../engine/project/fontFile.ts';
import {
  FONT_COLLECTION,
  FONT_TOO_LARGE,
  FONT_UNREADABLE,
  fontTitle,
  isFontCollection,
  isFontHead,
  MAX_FONT_BYTES,
} from '../../engine/project/fontFormat.ts';
import { adoptFile } from '../media/addFile.ts';
import { blobOf, entryOf, newMediaPath, restoreEntry } from '../media/mediaTable.ts';
import { mediaTypeOf } from '../media/mediaTypes.ts';
import { sameBytes } from '../projects/unpackProject.ts';
import { openDatabase, type StudioDatabase } from '../state/database.ts';
import { listReader } from '../state/listReader.ts';
import { showError } from '../state/notices.ts';
import { tellOthers } from '../state/otherTabs.ts';

/** How many fonts a brand has at most. */
const MAX_FONTS = 50;

/** The fonts of the person's own brand, newest first: the paths of their files in the media table; stored in this browser. */
export const brandFonts = proxy({
  list: [] as string[],
  /** Which face each of them holds. */
  faces: {} as Record<string, OwnFace>,
});

/** Reads what is stored, once, and then whenever something else has changed it. */
export const readFonts = listReader('fonts', read);

async function read(): Promise<void> {
  const before = new Set(brandFonts.list);
  const database = await openDatabase();
  const stored = await database?.getAll('fonts').catch(() => undefined);
  if (!database || !stored) return;
  const there = await Promise.all(stored.map(({ url }) => isListed(database, url)));
  // Some may have been taken out meanwhile.
  const kept = new Set(await database.getAllKeys('fonts').catch(() => stored.map(({ url }) => url)));
  const list = stored.filter(({ url }, i) => there[i] && kept.has(url)).sort((a, b) => b.addedAt - a.addedAt);
  for (const { url, face = faceOfName(fontTitle(url)) } of list) brandFonts.faces[url] ??= face;
  const urls = list.map(({ url }) => url);
  // What was added here meanwhile may not have been stored when it was read.
  const since = brandFonts.list.filter((url) => !before.has(url) && !urls.includes(url));
  const all = [...since, ...urls];
  // An open list begins anew with every other one.
  if (all.join() !== brandFonts.list.join()) brandFonts.list = all;
}

/** Whether there is a file, here or where another machine has sent it: it comes when something is written in it. */
async function isListed(database: StudioDatabase, url: string): Promise<boolean> {
  if (entryOf(url)) return true;
  const keys = await Promise.all([database.getKey('media', url), database.getKey('remotes', url)]);
  return keys.some((key) => key !== undefined);
}

fontFiles.bring = restoreEntry;

/** Takes a font file in; what cannot be one is said. @returns its path; that of the same file where it was there. */
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
  // Where the browser stores nothing it is there until the page is closed.
  await (await openDatabase())?.put('fonts', { url, addedAt: Date.now(), face }).catch(() => undefined);
  brandFonts.faces[url] = face;
  brandFonts.list.unshift(url);
  tellOthers('fonts');
  return url;
}

/** Takes fonts out of the list. Texts that are written in them stay as they are. */
export async function removeFonts(urls: readonly string[]): Promise<void> {
  const takeOut = () => {
    brandFonts.list = brandFonts.list.filter((one) => !urls.includes(one));
  };
  takeOut();
  const database = await openDatabase();
  for (const url of urls) await database?.delete('fonts', url).catch(() => undefined);
  // A reading may have found them still there.
  takeOut();
  tellOthers('fonts');
}

/** What is wrong with a file: its name, its size, its beginning, or what the browser's own reader of fonts, which trusts none, says. */
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
