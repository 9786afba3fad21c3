// Builds the guides and release notes from Markdown files.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from './paths.mjs';
import { importTs } from './runTs.mjs';

const book = join(root, 'ui/pages/book');
/** Folders of the articles, and the paths of their pages. */
const sections = /** @type {const} */ ({ blog: '/blog', guides: '/resources', tools: '/resources' });

/** @typedef {{ section: string, path: string, title: string, date: string, summary: string, picture: string, text: string, tool?: string }} Article */
/** An article before it becomes HTML; `picture` is a name. @typedef {Article & { file: string, markdown: string }} Source */

/**
 * Renders every article to a file with its content hash in its name, so that no page loads a Markdown parser.
 * @param {string} assets folder of the pages' files
 * @param {ReadonlyMap<string, string>} pictures image addresses by name, for `picture:NAME` in an article
 * @returns {Promise<{ articles: Article[], edit: import('./sources.mjs').Edit }>} `edit` adds them to the pages
 */
export async function addArticles(assets, pictures) {
  const { marked } = await import('marked');
  const htmlOf = (/** @type {string} */ text) => String(marked.parse(text, { async: false }));
  const articles = (await readArticles()).map((source) => writeArticle(source, assets, pictures, htmlOf));
  const text = `export const articles = ${JSON.stringify(articles)};`;
  return { articles, edit: (source, path) => (path === join(book, 'articles.ts') ? text : source) };
}

/**
 * Reads all articles; generates the guides of tools and the generated parts of others.
 * @returns {Promise<Source[]>} release notes first, newest first; then guides by name, the one for beginners first
 */
export async function readArticles() {
  /** @type {any} */
  const { toolArticle, fillParts } = await importTs(join(book, 'generated.ts'));
  const sources = Object.entries(sections).flatMap(([folder, at]) =>
    readdirSync(join(book, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => sourceOf(folder, at, name, { toolArticle, fillParts })),
  );
  const dayOf = (/** @type {Article} */ { section, date }) => (section === 'blog' ? date : '');
  const nameOf = (/** @type {Article} */ { path }) => (path.endsWith('/first-video') ? '' : path);
  return sources.sort((a, b) => dayOf(b).localeCompare(dayOf(a)) || nameOf(a).localeCompare(nameOf(b)));
}

/** Maximum size of images in articles, in CSS pixels. */
const LARGEST = { width: 480, height: 320 };

/**
 * @param {string} folder
 * @param {string} at
 * @param {string} name
 * @param {{ toolArticle: (id: string, head: ReadonlyMap<string, string>, body: string) => { markdown: string, summary: string, picture: string }, fillParts: (text: string) => string }} generate
 * @returns {Source}
 */
function sourceOf(folder, at, name, { toolArticle, fillParts }) {
  const file = join(book, folder, name);
  const slug = name.replace(/\.md$/, '');
  const [, head = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(readFileSync(file, 'utf8')) ?? [];
  const fields = new Map(
    head.split('\n').map((line) => /** @type {[string, string]} */ (line.split(/: (.*)/).slice(0, 2))),
  );
  const field = (/** @type {string} */ key) => {
    const value = fields.get(key);
    if (!value) throw new Error(`${file} has no ${key}.`);
    return value;
  };
  const common = { path: `${at}/${slug}`, file, title: field('title'), date: field('date'), text: '' };
  if (folder === 'tools') return { section: 'guides', tool: slug, ...common, ...toolArticle(slug, fields, body) };
  const { summary, picture } = { summary: field('summary'), picture: field('picture') };
  return { section: folder, ...common, summary, picture, markdown: fillParts(body) };
}

/**
 * @param {Source} source
 * @param {string} assets
 * @param {ReadonlyMap<string, string>} pictures
 * @param {(text: string) => string} htmlOf
 * @returns {Article}
 */
function writeArticle({ file, markdown, ...article }, assets, pictures, htmlOf) {
  const picture = (/** @type {string} */ name) => {
    const address = pictures.get(name);
    if (!address) throw new Error(`${file} shows "${name}", but there is no such image.`);
    return address;
  };
  const html = htmlOf(markdown)
    .replace(
      /src="picture:([^"]+)"/g,
      (_, name) => `src="${picture(name)}" ${sizeOf(join(assets, basename(picture(name))))} loading="lazy"`,
    )
    .replaceAll('href="page:', 'href="')
    // Makes code blocks and tables that are wider than a phone scrollable by keyboard.
    .replaceAll('<pre>', '<pre tabindex="0">')
    .replaceAll('<table>', '<div class="wide" role="group" tabindex="0" aria-label="Table"><table>')
    .replaceAll('</table>', '</table></div>');
  const hash = createHash('sha256').update(html).digest('hex').slice(0, 8).toUpperCase();
  const name = `article-${article.path.split('/').pop()}-${hash}.html`;
  writeFileSync(join(assets, name), html);
  return { ...article, picture: picture(article.picture), text: `/assets/${name}` };
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
