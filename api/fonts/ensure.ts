import { existsSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { kindOf } from '../../engine/kinds/index.ts';
import { facesOf, unknownFontsOf } from '../../engine/painters/fonts.ts';
import { findFont, findFontById } from '../../engine/painters/fontsTable.ts';
import type { Layer, Lettering } from '../../engine/project/layers.ts';
import { environment } from '../system/environment.ts';
import { isLatin, missingLetters } from './missingLetters.ts';
import { fontStoreOf } from './store.ts';

/**
 * Makes sure that the fonts of some layers are there before they are painted, fetching what must be fetched: the family
 * of each text, and those of other scripts that it has letters of.
 * @param folder of fetched families; undefined: nothing is fetched.
 * @param options.signal ends the waiting, not the fetching, which others may wait for too.
 * @param options.waitMs so long fonts are waited for, all together; what came later is for the next render. Default 30 s.
 * @returns a sentence for each family that cannot be had, which is painted in Arial's letters, and one for the letters
 * that no font has. Never throws for a font.
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

/** How long a render, which holds its worker, waits for fonts, milliseconds. */
const WAIT_MS = 30_000;

/**
 * What ensureFonts would tell, without fetching anything: fonts that it would have to fetch first are named.
 * @param folder of fetched families.
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
    ...[...awaited].map((id) => `The font "${findFontById(id)?.name ?? id}" is not here yet; a render fetches it.`),
    ...(await missingLetters(known, folder)),
  ];
}

/** The texts of layers, each with every letter once: what is asked of them does not depend on order or number. */
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

/** Ids of the fonts of a text that are not installed: its family's, and those of other scripts that it has letters of. */
function furtherFontsOf(text: Lettering): string[] {
  const fonts = [findFont(text.fontFamily), ...facesOf(text)];
  return [...unknownFontsOf(text), ...fonts.flatMap((font) => (font?.source === 'further' ? [font.id] : []))];
}

/** Waits for several things, no longer than so many milliseconds in all. */
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
  // Nobody may be waiting any more when it is stopped.
  over.catch(() => undefined);
  return { until: <T>(work: Promise<T>): Promise<T | undefined> => Promise.race([work, over]), end };
}

/** Fetches a font. @returns whether it is there now. */
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

/** Fetches what other scripts need. What cannot be had shows in the letters that are missing then. */
async function fetchScripts(texts: readonly Lettering[], get: Get): Promise<void> {
  const needed = new Set<string>();
  for (const text of texts) {
    // A long text of many scripts takes some milliseconds: others have their turn.
    await breathe();
    for (const id of furtherFontsOf(text)) needed.add(id);
  }
  await Promise.all([...needed].map(get));
}

function missing(family: string): string {
  const printed = family.replaceAll(/\p{Cc}/gu, '');
  const letters = [...printed];
  const shown = letters.length > 60 ? `${letters.slice(0, 59).join('')}…` : printed;
  return `The font "${shown}" is not available; Arial is used instead.`;
}
