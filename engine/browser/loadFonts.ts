import { kindOf } from '../kinds/index.ts';
import { type FontFace as Face, facesOf, isForLetter, lettersWithoutFont, unknownFontsOf } from '../painters/fonts.ts';
import { storePartTable } from '../painters/fontsEastAsian.ts';
import { findFont } from '../painters/fontsTable.ts';
import type { Layer, Lettering } from '../project/layers.ts';

/**
 * How long a text waits for its fonts, in milliseconds (the specification's font loader timeout); then fallbacks are
 * used.
 */
export const FONT_TIMEOUT_MS = 3000;

/** Time before a failed file is requested again, in milliseconds. */
const RETRY_MS = 60_000;

/** State of a family; a missing one is painted in Arial's letters. */
export type FontState = 'idle' | 'loading' | 'ready' | 'missing';

/** State of the page's fonts; a new object after each change. */
export interface FontNews {
  /** Number of loaded font files besides those of the stylesheet. */
  loaded: number;
  /** State of each requested family, by its private name. */
  families: ReadonlyMap<string, FontState>;
}

interface Loading {
  /** Id of its font. */
  id: string;
  promise: Promise<void>;
  state: 'loading' | 'ready' | 'missing';
  /** When it failed, in milliseconds of the page's clock. */
  failedAt: number;
}

const files = new Map<string, Loading>();
const listeners = new Set<() => void>();
let news: FontNews = { loaded: 0, families: new Map() };

/** Returns whether every font file that letters need is loaded or has failed. */
export function hasFonts(lettering: Lettering): boolean {
  if (!unknownFontsOf(lettering).every((id) => isSettled(files.get(tableOf(id))))) return false;
  return facesOf(lettering).every((face) =>
    face.source === 'base'
      ? (fontSet()?.check(`${face.style} ${face.weight} 16px "${face.family}"`, lettering.text) ?? true)
      : isSettled(files.get(face.file)),
  );
}

/**
 * Loads the font files that the texts of some layers need, the same files that the renderer uses: base fonts from the
 * page's stylesheet, others from the server, which may have to fetch them. A file that fails is replaced by another
 * font and is never an error. The caller limits the wait, see FONT_TIMEOUT_MS.
 */
export async function loadFonts(layers: readonly Layer[]): Promise<void> {
  const texts = layers.flatMap((layer) => kindOf(layer).lettering(layer));
  await Promise.all(texts.map(loadLetters));
}

/** Returns the distinct letters of a text that no loaded font has; empty while a font is loading. */
export function lettersWithout(lettering: Lettering): string[] {
  const further = facesOf(lettering)
    .filter(({ source }) => source !== 'base')
    .map(({ file }) => file);
  const states = [...unknownFontsOf(lettering).map(tableOf), ...further].map((file) => files.get(file)?.state);
  if (states.some((state) => state === undefined || state === 'loading')) return [];
  const isThere = ({ source, file }: Face) => source === 'base' || files.get(file)?.state === 'ready';
  return lettersWithoutFont(lettering, (face, letter) => isThere(face) && isForLetter(face, letter));
}

/** Loads what a sample of a family needs, regular upright. @returns whether the family itself is available. */
export async function loadFamily(family: string, text = family): Promise<boolean> {
  await loadLetters({ text, fontFamily: family, fontWeight: 'normal', fontStyle: 'normal' });
  return fontStateOf(family) === 'ready';
}

/** Returns the state of a family, by name in any case; base fonts are always ready. */
export function fontStateOf(family: string): FontState {
  const font = findFont(family);
  if (!font) return 'missing';
  return font.source === 'base' ? 'ready' : (news.families.get(font.id) ?? 'idle');
}

/** Returns the current state of the page's fonts. */
export function fontNews(): FontNews {
  return news;
}

/** Calls a listener whenever a font file loads or fails. @returns a function that stops it. */
export function watchFonts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The page's fonts; undefined in documents without any, such as headless ones. */
function fontSet(): FontFaceSet | undefined {
  return document.fonts;
}

async function loadLetters(lettering: Lettering): Promise<void> {
  // Only its table shows which of its many files a text needs.
  await Promise.all(unknownFontsOf(lettering).map((id) => load(tableOf(id), id, () => fetchTable(id))));
  await Promise.all(facesOf(lettering).map((face) => loadFace(face, lettering.text)));
}

async function loadFace(face: Face, text: string): Promise<void> {
  if (face.source === 'base') {
    await fontSet()
      ?.load(`${face.style} ${face.weight} 16px "${face.family}"`, text)
      .catch(() => []);
    return;
  }
  return load(face.file, face.id, async () =>
    face.source === 'own' ? (await import('./ownFont.ts')).loadOwnFont(face) : fetchFace(face),
  );
}

/** Loads a font file once, and retries after a while if it failed. */
async function load(file: string, id: string, fetchIt: () => Promise<void>): Promise<void> {
  const before = files.get(file);
  if (before && (before.state === 'loading' || isSettled(before))) return before.promise;
  const loading: Loading = { id, promise: Promise.resolve(), state: 'loading', failedAt: 0 };
  files.set(file, loading);
  loading.promise = fetchIt().then(
    () => settle(loading, 'ready'),
    () => settle(loading, 'missing'),
  );
  notifyLoaded(id);
  return loading.promise;
}

function tableOf(id: string): string {
  return `${id}-parts`;
}

async function fetchTable(id: string): Promise<void> {
  const answer = await fetch(`/api/v1/fonts/${id}`);
  const { parts } = (await answer.json()) as { parts?: Record<string, string> };
  if (!answer.ok || !parts) throw new Error(`${answer.status}`);
  storePartTable(id, parts);
}

/** Without unicode-range: as in the renderer, the file is used for every letter that the fonts before it lack. */
async function fetchFace({ family, id, file, weight, style }: Face): Promise<void> {
  const font = new FontFace(family, `url("/api/v1/fonts/${id}/${file}") format("woff2")`, {
    weight: String(weight),
    style,
  });
  document.fonts.add(await font.load());
}

function settle(loading: Loading, state: 'ready' | 'missing'): void {
  loading.state = state;
  loading.failedAt = performance.now();
  notifyLoaded(loading.id);
}

function isSettled(loading: Loading | undefined): boolean {
  return (
    loading?.state === 'ready' || (loading?.state === 'missing' && performance.now() - loading.failedAt < RETRY_MS)
  );
}

function notifyLoaded(id: string): void {
  const all = [...files.values()];
  const states = all.filter((loading) => loading.id === id).map(({ state }) => state);
  const family = (['ready', 'loading', 'missing'] as const).find((state) => states.includes(state)) ?? 'idle';
  const loaded = all.filter(({ state }) => state === 'ready').length;
  news = { loaded, families: new Map(news.families).set(id, family) };
  for (const listener of listeners) listener();
}
