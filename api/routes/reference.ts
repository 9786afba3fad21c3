import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { anchorOf, type ReferenceBlock, toolReference } from '../../engine/tools/reference.ts';
import { type CallList, callReference, projectReference } from './referenceBlocks.ts';

type Blocks = readonly ReferenceBlock[];

/** Titles in the navigation between references. */
const titles: Readonly<Record<string, string>> = {
  '/reference': 'Tools',
  '/reference/project': 'Project files',
  '/reference/cli': 'Command line',
  '/reference/api': 'HTTP API',
};

/** Note above a reference for readers whose browser prefers German. */
const germanNote = '<p lang="de">Diese Seite gibt es nur auf Englisch.</p>';

/**
 * Routes for the references of tools, project files, commands and the API: pages without scripts, generated from fields
 * and schemas so that they stay current.
 * @param commands describes the command line, if available.
 */
export function referenceRoutes(commands?: () => Promise<Blocks>): FastifyPluginAsyncZod {
  return async (app) => {
    const pages: Readonly<Record<string, () => Blocks | Promise<Blocks>>> = {
      '/reference': toolReference,
      '/reference/project': projectReference,
      ...(commands ? { '/reference/cli': commands } : {}),
      '/reference/api': () => callReference(app.swagger() as CallList),
    };
    const printed = new Map<string, string>();
    for (const [path, blocks] of Object.entries(pages)) {
      app.get(path, { schema: { hide: true } }, async (request, reply) => {
        const page = printed.get(path) ?? printPage(path, Object.keys(pages), await blocks());
        printed.set(path, page);
        reply.header('cache-control', 'no-cache').header('vary', 'accept-language').type('text/html; charset=utf-8');
        const isGerman = /^\s*de\b/i.test(request.headers['accept-language'] ?? '');
        return reply.send(isGerman ? page.replace('<main>', `<main>\n${germanNote}`) : page);
      });
    }
  };
}

/** @param path of the page. @param paths of all references. */
function printPage(path: string, paths: readonly string[], blocks: Blocks): string {
  let section = '';
  const body = blocks.map((block) => {
    if (block.kind === 'heading') section = block.text;
    return printBlock(block, section);
  });
  const links = paths.map((to) => `<a href="${to}"${to === path ? ' aria-current="page"' : ''}>${titles[to]}</a>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${titles[path]} · Reference · Cutroom</title>
<meta name="description" content="Tools, project files, command line and HTTP API of Cutroom, with all settings.">
<link rel="icon" href="data:,">
${preloads.join('\n')}
<style>${style}</style>
</head>
<body>
<header>
<nav aria-label="Main"><a class="brand" href="/">Cutroom</a> <a href="/products">Products</a> <a href="/collections">Collections</a>
<a href="/resources" aria-current="true">Resources</a> <a href="/blog">Blog</a> <a href="/studio/editor">Studio</a></nav>
<nav class="parts" aria-label="Reference">${links.join(' ')}</nav>
</header>
<main>
${body.join('\n')}
</main>
</body>
</html>
`;
}

/** Prints a block. @param section the heading above it. */
function printBlock(block: ReferenceBlock, section: string): string {
  if (block.kind === 'heading')
    return `<h${block.level} id="${anchorOf(block.text)}">${printText(block.text)}</h${block.level}>`;
  if (block.kind === 'text') return `<p>${printText(block.text)}</p>`;
  const head = block.head.map((text) => `<th role="columnheader" scope="col">${printText(text)}</th>`).join('');
  const cell = (text: string, index: number) =>
    `<td role="cell" data-head="${escaped(block.head[index] ?? '')}">${printText(text)}</td>`;
  const rows = block.rows.map((row) => `<tr role="row">${row.map(cell).join('')}</tr>`);
  // Wide tables scroll on their own, also by keyboard. On a phone, rows become lists, so the roles must be explicit for
  // browsers to expose a table.
  return `<div class="wide" role="region" tabindex="0" aria-label="${escaped(section)}, table">
<table role="table"><thead><tr role="row">${head}</tr></thead>
<tbody role="rowgroup">
${rows.join('\n')}
</tbody></table></div>`;
}

/** Prints text with inline code and links. */
function printText(text: string): string {
  return escaped(text)
    .replace(/`([^`]*)`/g, '<code>$1</code>')
    .replace(/\[([^\]]+)\]\(([#/][\w/-]*)\)/g, '<a href="$2">$1</a>');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

const weights = [400, 700];
const fontPath = (weight: number) => `/fonts/inter-latin-${weight}-normal.woff2`;

const preloads = weights.map(
  (weight) => `<link rel="preload" href="${fontPath(weight)}" as="font" type="font/woff2" crossorigin>`,
);

/** Fonts of all pages. `optional`: a font that loads late is not swapped in, which would shift lines. */
const letters = weights.map(
  (weight) =>
    `@font-face { font-family: Inter; font-weight: ${weight}; font-display: optional; src: url("${fontPath(weight)}") format("woff2"); }`,
);

const style = `
${letters.join('\n')}
:root { color-scheme: light dark; --text: light-dark(#16171b, #f1f1f4); --line: light-dark(#dedee4, #2a2c33);
  --link: light-dark(#4553c4, #a3aeff); --code: light-dark(#ececf1, #22242b); }
body { margin: 0 auto; padding: 24px 16px 96px; max-width: 1080px; font: 400 16px/1.6 Inter, system-ui, sans-serif;
  color: var(--text); background: light-dark(#f4f4f6, #111216); }
a { color: var(--link); }
nav a { display: inline-block; min-width: 44px; margin-right: 16px; padding: 10px 0; color: inherit;
  text-decoration: none; }
nav a:hover { color: var(--link); }
nav a.brand { font-size: 18px; font-weight: 700; letter-spacing: -0.01em; }
nav a[aria-current] { font-weight: 700; }
.parts { margin-top: 24px; border-bottom: 1px solid var(--line); }
.parts a[aria-current] { box-shadow: inset 0 -2px var(--link); }
td:first-child > a:only-child { display: inline-block; margin: -4px 0; padding: 4px 0; }
@media (pointer: coarse) { td:first-child > a:only-child { min-width: 44px; margin: 0; padding: 10px 0; } }
h1, h2 { line-height: 1.2; letter-spacing: -0.02em; }
h2 { margin-top: 56px; }
code { padding: 1px 4px; border-radius: 4px; background: var(--code); font-size: 14px; }
.wide { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: 15px; }
th, td { padding: 6px 16px 6px 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
td:nth-child(-n+2) { white-space: nowrap; }
td:nth-child(3) { min-width: 14rem; }
td:nth-child(2):nth-last-child(2) { min-width: 14rem; white-space: normal; }
@media (max-width: 640px) {
  table, tbody, tr, td { display: block; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tr { padding: 10px 0; border-bottom: 1px solid var(--line); }
  td:nth-child(n) { min-width: 0; padding: 2px 0; border: 0; white-space: normal; overflow-wrap: anywhere; }
  td:empty { display: none; }
  td + td::before { content: attr(data-head) ": "; opacity: 0.72; }
}
`;
