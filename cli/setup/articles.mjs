// Builds the guides and release notes from Markdown files.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from './paths.mjs';

const book = join(root, 'ui/pages/book');
/** Folders of the articles, and the paths of their pages. */
const sections = /** @type {const} */ ({ blog: '/blog', guides: '/resources' });

/** @typedef {{ section: string, path: string, title: string, date: string, summary: string, picture: string, text: string }} Article */

/**
 * Renders every article to a file with its content hash in its name, so that no page loads a Markdown parser.
 * @param {string} assets folder of the pages' files
 * @param {ReadonlyMap<string, string>} pictures image addresses by name, for `picture:NAME` in an article
 * @returns {Promise<{ articles: Article[], edit: import('./editSources.mjs').Edit }>} `edit` adds them to the pages
 */
export async function addArticles(assets, pictures) {
  const { marked } = await import('marked');
  const htmlOf = (/** @type {string} */ text) => String(marked.parse(text, { async: false }));
  const articles = Object.entries(sections).flatMap(([section, at]) =>
    readdirSync(join(book, section))
      .filter((name) => name.endsWith('.md'))
      .map((name) =>
        articleOf(section, `${at}/${name.replace(/\.md$/, '')}`, join(book, section, name), assets, pictures, htmlOf),
      ),
  );
  // Newest first; guides have no date order.
  const dayOf = (/** @type {Article} */ { section, date }) => (section === 'blog' ? date : '');
  articles.sort((a, b) => dayOf(b).localeCompare(dayOf(a)) || a.path.localeCompare(b.path));
  const text = `export const articles = ${JSON.stringify(articles)};`;
  return { articles, edit: (source, path) => (path === join(book, 'articles.ts') ? text : source) };
}

/** Maximum size of images in articles, in CSS pixels. */
const LARGEST = { width: 480, height: 320 };

/**
 * @param {string} section
 * @param {string} path
 * @param {string} file
 * @param {string} assets
 * @param {ReadonlyMap<string, string>} pictures
 * @param {(text: string) => string} htmlOf
 * @returns {Article}
 */
function articleOf(section, path, file, assets, pictures, htmlOf) {
  const [, head = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(readFileSync(file, 'utf8')) ?? [];
  const said = new Map(
    head.split('\n').map((line) => /** @type {[string, string]} */ (line.split(/: (.*)/).slice(0, 2))),
  );
  const saidOf = (/** @type {string} */ name) => {
    const value = said.get(name);
    if (!value) throw new Error(`${file} does not say its ${name}.`);
    return value;
  };
  const picture = (/** @type {string} */ name) => {
    const address = pictures.get(name);
    if (!address) throw new Error(`${file} shows "${name}", and there is no such picture.`);
    return address;
  };
  const html = htmlOf(body)
    .replace(
      /src="picture:([^"]+)"/g,
      (_, name) => `src="${picture(name)}" ${sizeOf(join(assets, basename(picture(name))))} loading="lazy"`,
    )
    .replaceAll('href="page:', 'href="')
    // Makes code blocks that are wider than a phone scrollable by keyboard.
    .replaceAll('<pre>', '<pre tabindex="0">');
  const hash = createHash('sha256').update(html).digest('hex').slice(0, 8).toUpperCase();
  const name = `article-${path.split('/').pop()}-${hash}.html`;
  writeFileSync(join(assets, name), html);
  return {
    ...{ section, path, title: saidOf('title'), date: saidOf('date'), summary: saidOf('summary') },
    ...{ picture: picture(saidOf('picture')), text: `/assets/${name}` },
  };
}

/**
 * Returns an image's displayed size as attributes, to avoid layout shifts. Skia's WebP files have a VP8X header (RFC
 * 9649).
 * @param {string} file
 */
function sizeOf(file) {
  const head = readFileSync(file).subarray(0, 30);
  if (head.toString('latin1', 12, 16) !== 'VP8X') throw new Error(`${file} does not begin with its size.`);
  const [width, height] = [head.readUIntLE(24, 3) + 1, head.readUIntLE(27, 3) + 1];
  const scale = Math.min(1, LARGEST.width / width, LARGEST.height / height);
  return `width="${Math.round(width * scale)}" height="${Math.round(height * scale)}"`;
}
