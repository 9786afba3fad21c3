// Adds the images of tools and collections to the pages.

import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureMedia } from './media.mjs';
import { cacheFolder, root } from './paths.mjs';
import { importTs } from './runTs.mjs';
import { printStep } from './tell.mjs';

/** Modules that list image addresses, empty in the source, and the names that each lists. */
const lists = [
  { file: 'ui/tools/pictures.ts', name: 'pictures', ofKind: /^(tool|sample)-/ },
  { file: 'ui/tools/firstPictures.ts', name: 'firstPictures', ofKind: /^(first|meme)-/ },
];

/**
 * Renders images that are not cached, and copies all into a folder with content hashes in their names.
 * @param {string} assets folder of the pages' files
 * @returns {Promise<{ pictures: Map<string, string>, edit: import('./sources.mjs').Edit }>} addresses by name;
 * `edit` adds them to the
 *   pages
 */
export async function addPictures(assets) {
  await ensureMedia();
  /** @type {any} */
  const { makePictures } = await importTs(join(root, 'fixtures/makePictures.ts'));
  /** @type {Map<string, string>} */
  const files = await makePictures({
    samples: join(root, 'fixtures'),
    cache: join(cacheFolder, 'pictures'),
    onBegin: (/** @type {number} */ count) => printStep(`Rendering ${count} images of tool results.`),
  });
  mkdirSync(assets, { recursive: true });
  const named = [...files].map(([name, file]) => {
    const hash = createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 8).toUpperCase();
    copyFileSync(file, join(assets, `${name}-${hash}.webp`));
    return [name, `/assets/${name}-${hash}.webp`];
  });
  const pictures = new Map(named.map(([name = '', url = '']) => [name, url]));
  /** @type {Map<string, string>} */
  const texts = new Map(
    lists.map(({ file, name, ofKind }) => {
      const own = Object.fromEntries(named.filter(([picture = '']) => ofKind.test(picture)));
      return /** @type {const} */ ([join(root, file), `export const ${name} = ${JSON.stringify(own)};`]);
    }),
  );
  texts.set(join(root, 'ui/pages/collections/templates.ts'), await collectionsText(pictures));
  return { pictures, edit: (source, path) => texts.get(path) ?? source };
}

/**
 * Returns the data of the collections page, with image addresses.
 * @param {ReadonlyMap<string, string>} pictures
 */
async function collectionsText(pictures) {
  /** @type {any} */
  const { templateCards } = await importTs(join(root, 'fixtures/makeTemplates.ts'));
  /** @type {{ templates: { id: string, picture?: string }[] }[]} */
  const list = templateCards();
  for (const { templates } of list) for (const card of templates) card.picture = pictures.get(`ready-${card.id}`) ?? '';
  return `export const collections = ${JSON.stringify(list)};`;
}
