import { readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import * as z from 'zod';
import { type Drawings, drawnSource } from './drawnSource.ts';
import { readIconSet, readPackage } from './iconSet.ts';
import { createWordIndex, type WordIndex } from './wordIndex.ts';

/** Packages of the drawings, and of their names in many languages. */
const EMOJI = '@iconify-json/fluent-emoji-flat';
const NAMES = 'emojibase-data';

const emojiList = z.array(
  z.object({
    hexcode: z.string(),
    label: z.string(),
    order: z.number().optional(),
    tags: z.array(z.string()).optional(),
  }),
);
const keywordTable = z.record(z.string(), z.array(z.string()));

/** Emoji as images, found by words in about thirty languages or by the emoji itself. */
export const emojiSource = () => drawnSource('emoji', 'Emoji', readEmoji);

async function readEmoji(): Promise<Drawings> {
  const [set, chars, english, more] = await Promise.all([
    readIconSet(EMOJI),
    readPackage(EMOJI, 'chars.json', z.record(z.string(), z.string())),
    readPackage(NAMES, 'en/compact.json', emojiList),
    readPackage('emojilib', '', keywordTable),
  ]);
  const nameByCode = new Map(Object.entries(chars).map(([code, name]) => [plainCode(code), name]));
  const known = english
    .flatMap((one) => {
      const name = nameByCode.get(plainCode(one.hexcode));
      return name === undefined ? [] : [{ ...one, name }];
    })
    .sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
  const itemByCode = new Map(known.map(({ hexcode }, item) => [plainCode(hexcode), item]));
  const index = createWordIndex();
  known.forEach(({ label, tags = [] }, item) => {
    index.add(item, label, 3);
    for (const tag of tags) index.add(item, tag, 2);
  });
  for (const [emoji, words] of Object.entries(more)) {
    const item = itemByCode.get(codeOf(emoji));
    if (item !== undefined) for (const word of words) index.add(item, word.replaceAll('_', ' '), 2);
  }
  const titles = new Map(known.map(({ name, label }) => [name, capitalized(label)]));
  let others: Promise<WordIndex> | undefined;
  return {
    set,
    names: known.map(({ name }) => name),
    titleOf: (name) => titles.get(name) ?? capitalized(name.replaceAll('-', ' ')),
    credit: {
      creator: 'Microsoft Corporation',
      license: 'MIT',
      licenseUrl: 'https://github.com/microsoft/fluentui-emoji/blob/main/LICENSE',
      source: 'https://github.com/microsoft/fluentui-emoji',
    },
    async find(query) {
      const typed = emojiIn(query).flatMap(
        (emoji) => nameByCode.get(codeOf(emoji)) ?? nameByCode.get(codeOf(withoutTone(emoji))) ?? [],
      );
      let fitting = index.search(query);
      if (!fitting.isWhole && typed.length === 0) {
        others ??= readOtherLanguages(itemByCode);
        const foreign = (await others).search(query);
        if (foreign.isWhole || fitting.items.length === 0) fitting = foreign;
      }
      return [...new Set([...typed, ...fitting.items.map((item) => known[item]?.name ?? '')])];
    },
  };
}

/** Indexes all languages except English. This takes a second, so it yields to other work after each language. */
async function readOtherLanguages(itemByCode: ReadonlyMap<string, number>): Promise<WordIndex> {
  const index = createWordIndex();
  const folder = path.dirname(createRequire(import.meta.url).resolve(`${NAMES}/package.json`));
  const names = (await readdir(folder, { withFileTypes: true })).filter(
    (one) => one.isDirectory() && /^[a-z]{2}(-[a-z]+)?$/.test(one.name),
  );
  for (const { name } of names) {
    if (name.startsWith('en')) continue;
    // A missing language only means no matches in it.
    const list = await readPackage(NAMES, `${name}/compact.json`, emojiList).catch(() => []);
    for (const { hexcode, label, tags = [] } of list) {
      const item = itemByCode.get(plainCode(hexcode));
      if (item === undefined) continue;
      index.add(item, label, 2);
      for (const tag of tags) index.add(item, tag, 1);
    }
    await setImmediate();
  }
  return index;
}

const pictographic = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u;

/** Returns the emoji in a text. */
function emojiIn(text: string): string[] {
  if (!pictographic.test(text)) return [];
  const letters = [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)].map(
    ({ segment }) => segment,
  );
  return letters.filter((letter) => pictographic.test(letter));
}

function withoutTone(emoji: string): string {
  return emoji.replaceAll(/\p{Emoji_Modifier}/gu, '');
}

function codeOf(emoji: string): string {
  return plainCode([...emoji].map((letter) => (letter.codePointAt(0) ?? 0).toString(16)).join('-'));
}

/** Lists differ in whether they include the emoji variation selector. */
function plainCode(code: string): string {
  return code
    .toLowerCase()
    .replaceAll(/-?fe0f/g, '')
    .replaceAll(/(^|-)0+/g, '$1');
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
