import { existsSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { kindOf } from '../../engine/kinds/index.ts';
import { facesOf, unknownFontsOf } from '../../engine/painters/fonts.ts';
import { findFont, findFontById } from '../../engine/painters/fontsTable.ts';
import type { Layer, Lettering } from '../../engine/project/layers.ts';
import { environment } from '../system/environment.ts';
import { fontStoreOf } from './fontStore.ts';
import { isLatin, missingLetters } from './missingLetters.ts';

/**
 * Makes the fonts of layers available before they are painted, and downloads missing ones: the family of each text, and
 * the fonts of other scripts that it contains.
 * @param folder of downloaded families; undefined: nothing is downloaded.
 * @param options.signal ends the wait, but not the downloads, which others may need.
 * @param options.waitMs total wait in milliseconds; fonts that arrive later serve the next render. Default: 30 s.
 * @returns a note for each unavailable family, which is painted in Arial, and one for characters that no font has.
 * Never throws for a font.
 * @throws the signal's reason when aborted.
 */
export async function ensureFonts(
  layers: readonly Layer[],
  folder: string | undefined,
  options: { signal?: AbortSignal | undefined; waitMs?: number } = {},
): Promise<string[]> {
  const texts = textsOf(layers);
  const wait = startWaiting(options.waitMs ?? WAIT_MS, options.signal);
  try {
    const get = async (id: string) => (await wait.until(isFetched(id, folder))) ?? false;
    const families = familiesOf(texts);
    const looked = await Promise.all(families.map((family) => isToBeHad(family, get)));
    await fetchScripts(texts, get);
    return [
      ...families.filter((_, i) => !looked[i]).map(missing),
      ...(await missingLetters(texts, folder, options.signal)),
    ];
  } finally {
    wait.end();
  }
}

/** Milliseconds that a render waits for fonts, since it occupies a worker. */
const WAIT_MS = 30_000;

/**
 * Returns the notes of ensureFonts without downloading anything; fonts that a render would have to download are named.
 * @param folder of downloaded families.
 */
export async function fontNotes(layers: readonly Layer[], folder: string): Promise<string[]> {
  const texts = textsOf(layers);
  const isThere = (id: string) => existsSync(path.join(folder, id));
  const awaitedBy = (text: Lettering) =>
    (environment().fetchesFonts ? furtherFontsOf(text) : []).filter((id) => !isThere(id));
  const awaited = new Set(texts.flatMap(awaitedBy));
  const unknown = familiesOf(texts).filter((family) => {
    const font = findFont(family);
    return !font || (font.source === 'further' && !isThere(font.id) && !awaited.has(font.id));
  });
  const known = texts.filter((text) => awaitedBy(text).length === 0);
  return [
    ...unknown.map(missing),
    ...[...awaited].map(
      (id) => `The font "${findFontById(id)?.name ?? id}" is not installed yet. A render fetches it.`,
    ),
    ...(await missingLetters(known, folder)),
  ];
}

/** Collects the texts of layers, with each character once: order and count do not matter here. */
function textsOf(layers: readonly Layer[]): Lettering[] {
  const texts = new Map<string, Lettering>();
  for (const { text, ...style } of layers.flatMap((layer) => kindOf(layer).lettering(layer))) {
    const letters = isLatin(text) ? '' : [...new Set(text)].join('');
    const { fontFamily, fontWeight, fontStyle, region } = style;
    texts.set(JSON.stringify([fontFamily, fontWeight, fontStyle, region, letters]), { ...style, text: letters });
  }
  return [...texts.values()];
}

function familiesOf(texts: readonly Lettering[]): string[] {
  return [...new Set(texts.map(({ fontFamily }) => fontFamily))];
}

/** Returns the ids of a text's fonts that are not installed: of its family, and of other scripts that it contains. */
function furtherFontsOf(text: Lettering): string[] {
  const fonts = [findFont(text.fontFamily), ...facesOf(text)];
  return [...unknownFontsOf(text), ...fonts.flatMap((font) => (font?.source === 'further' ? [font.id] : []))];
}

/** Waits for several promises, with a total limit in milliseconds. */
function startWaiting(milliseconds: number, signal: AbortSignal | undefined) {
  signal?.throwIfAborted();
  let end = () => {};
  const over = new Promise<undefined>((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds, undefined);
    const stop = () => reject(signal?.reason);
    signal?.addEventListener('abort', stop, { once: true });
    end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    };
  });
  // The wait may be aborted after the last promise has settled.
  over.catch(() => undefined);
  return { until: <T>(work: Promise<T>): Promise<T | undefined> => Promise.race([work, over]), end };
}

/** Downloads a font. @returns whether it is available. */
type Get = (id: string) => Promise<boolean>;

async function isToBeHad(family: string, get: Get): Promise<boolean> {
  const font = findFont(family);
  if (font?.source !== 'further') return font !== undefined;
  return get(font.id);
}

async function isFetched(id: string, folder: string | undefined): Promise<boolean> {
  if (folder === undefined) return false;
  return fontStoreOf(folder)
    .ensure(id)
    .then(
      () => true,
      () => false,
    );
}

/** Downloads the fonts of other scripts. Failures show up as missing characters. */
async function fetchScripts(texts: readonly Lettering[], get: Get): Promise<void> {
  const needed = new Set<string>();
  for (const text of texts) {
    // A long text in many scripts takes some milliseconds: yield to other work.
    await breathe();
    for (const id of furtherFontsOf(text)) needed.add(id);
  }
  await Promise.all([...needed].map(get));
}

function missing(family: string): string {
  const printed = family.replaceAll(/\p{Cc}/gu, '');
  const letters = [...printed];
  const shown = letters.length > 60 ? `${letters.slice(0, 59).join('')}…` : printed;
  return `The font "${shown}" is not available. Arial is used instead.`;
}
