import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { pageAt } from '../api/contract/pages.ts';
import { readArticles } from '../cli/build/articles.mjs';
import { importTs } from '../cli/build/runTs.mjs';
import { addTool } from '../cli/commands/tool.ts';
import { commandSettings, toolBody } from '../cli/toolBody.ts';
import { namedFiles } from '../cli/toolSources.ts';
import { findFamilyById } from '../engine/painters/fontsCatalogue.ts';
import { compileToolBody, type SourceFacts, sourcesOf } from '../engine/tools/body.ts';
import { fieldsOf } from '../engine/tools/field.ts';
import { tools } from '../engine/tools/index.ts';
import manifest from '../package.json' with { type: 'json' };
import german from '../ui/texts/de.json' with { type: 'json' };
import { topLevel } from './support/rooms.ts';
import { filesUnder, importsOf, root, textOf } from './support/sources.ts';

const readme = textOf('README.md');
const files = filesUnder();
const pages = files.filter((path) => path.endsWith('.md'));
/** The README of the project and those of its folders. */
const readmes = pages.filter((path) => basename(path) === 'README.md');
const folders = topLevel.filter((name) => !name.includes('.') && name !== 'LICENSE');
/** Folders whose README describes each of their subfolders. */
const described = ['engine', 'api', 'api/renderer', 'ui', 'ui/client'];

const quoted = quotedIn(readme);

describe('the README', () => {
  it('names every top-level folder', () => {
    expect(folders.filter((name) => !quoted.includes(`${name}/`))).toEqual([]);
  });

  it('links to the README of every folder that has one', () => {
    const led = new Set(['README.md']);
    for (const page of led) for (const link of linksOf(page)) if (readmes.includes(link)) led.add(link);
    expect(readmes.filter((page) => !led.has(page))).toEqual([]);
  });

  it('and those of the folders name only existing folders and files', () => {
    const paths = readmes.flatMap((page) => quotedIn(textOf(page)));
    const own = paths.filter((text) => folders.some((name) => text.startsWith(`${name}/`)));
    expect(own.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('of the tests lists helpers that exist', () => {
    const [, index = ''] = textOf('tests/README.md')
      .split(/^## /m)
      .filter((part) => !/^Packages/.test(part));
    const helpers = quotedIn(index).filter((text) => /^[a-z]\w*$/.test(text));
    const code = files
      .filter((path) => path.startsWith('tests/'))
      .map(textOf)
      .join('\n');
    const isThere = (name: string) =>
      new RegExp(`export (async )?(function|const) ${name}\\b|\\b${name}\\(.*\\): `).test(code);
    expect(helpers.length).toBeGreaterThan(60);
    expect(helpers.filter((name) => !isThere(name))).toEqual([]);
  });

  it.each(described)('of %s names every folder in it', (room) => {
    const named = quotedIn(textOf(`${room}/README.md`));
    const inside = files.filter((path) => path.startsWith(`${room}/`)).map((path) => path.slice(room.length + 1));
    const own = new Set(inside.flatMap((path) => (path.includes('/') ? [`${room}/${path.split('/')[0]}/`] : [])));
    expect([...own].filter((name) => !named.includes(name))).toEqual([]);
  });

  it('names only existing npm scripts, and all of them that start something', () => {
    const lines = [...quoted, ...readme.split('\n')];
    const named = lines.flatMap((line) => /^npm (?:run )?(\w+)/.exec(line)?.[1] ?? []);
    expect(named.filter((name) => !(name in manifest.scripts))).toEqual([]);
    expect(Object.keys(manifest.scripts).filter((name) => !named.includes(name))).toEqual([]);
  });

  it('of the command line names every command', () => {
    const commands = filesUnder('cli/commands').map((path) => path.replace(/^.*\/|\.ts$/g, ''));
    const named = quotedIn(textOf('cli/README.md')).flatMap((text) => /^cutroom (\w+)/.exec(text)?.[1] ?? []);
    expect([...new Set(named)].sort()).toEqual(commands.sort());
  });

  it('names exactly the environment variables that the program reads', () => {
    const program = files.filter((path) => /^(api|cli)\/.*\.(ts|mjs)$/.test(path));
    const given = ['PATH', 'DEBIAN_FRONTEND', 'NODE_ENV', 'CUTROOM_TEST_REPORT'];
    const text = program.map(textOf).join('\n');
    const read = [
      ...[...text.matchAll(/\benv(?:\.|\[')([A-Z][A-Z_0-9]+)/g)].map((match) => match[1] ?? ''),
      ...[...text.matchAll(/\{([^}=]*[A-Z_]+[^}]*)\} = process\.env/g)].flatMap(
        (match) => (match[1] ?? '').match(/[A-Z][A-Z_0-9]+/g) ?? [],
      ),
      ...[...text.matchAll(/variable: '([A-Z_]+)'/g)].map((match) => match[1] ?? ''),
    ].filter((name) => !given.includes(name));
    const named = quoted.filter((text) => /^[A-Z][A-Z_0-9]+$/.test(text) && text !== 'LICENSE');
    expect([...new Set(named)].sort()).toEqual([...new Set(read)].sort());
  });

  it('and those of the folders name every dependency once and no other package', () => {
    const tables = readmes.map((page) => textOf(page).split('\n## Packages\n')[1]?.split('\n## ')[0] ?? '');
    // Only the first column, because a reason may name other things.
    const cells = tables.flatMap((table) => table.split('\n')).map((row) => row.split('|')[1] ?? '');
    const named = cells.flatMap(quotedIn);
    expect(named.filter((name, i) => named.indexOf(name) !== i)).toEqual([]);
    const declared = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
    // A name that ends in * represents several packages.
    const isOf = (name: string) => named.some((one) => one.endsWith('*') && name.startsWith(one.slice(0, -1)));
    expect(declared.filter((name) => !named.includes(name) && !isOf(name))).toEqual([]);
    const none = (one: string) =>
      !declared.some((name) => (one.endsWith('*') ? name.startsWith(one.slice(0, -1)) : name === one));
    expect(named.filter(none)).toEqual([]);
  });
});

describe('every page', () => {
  it.each(pages)('%s links only to existing files', (page) => {
    expect(linksOf(page).filter((link) => !existsSync(join(root, link)))).toEqual([]);
  });

  it.each(pages)('%s has tables without padding and with equal numbers of cells', (page) => {
    const blocks = textOf(page).split(/\n\n+/);
    const tables = blocks.filter((block) => block.startsWith('|')).map((block) => block.trimEnd().split('\n'));
    const cellsOf = (row: string) => row.split(/(?<!\\)\|/).length;
    for (const [head = '', ...rows] of tables) {
      expect(rows.filter((row) => cellsOf(row) !== cellsOf(head))).toEqual([]);
      expect([head, ...rows].filter((row) => / {2}|-{4}/.test(row))).toEqual([]);
    }
  });

  it.each(readmes)('%s links only to existing headings', (page) => {
    const links = [...textOf(page).matchAll(/\]\(([^)#\s:]*)#([^)\s]+)\)/g)];
    const isMissing = ([, file = '', heading = '']: RegExpMatchArray) =>
      !headingsOf(file ? join(dirname(page), file) : page).includes(heading);
    expect(links.filter(isMissing).map(([link]) => link)).toEqual([]);
  });
});

describe('the guides', async () => {
  const articles = await readArticles();
  const guideOf = (id: string) => articles.find(({ tool }) => tool === id)?.markdown ?? '';
  const program = new Command();
  addTool(program, { signal: new AbortController().signal, code: 0, whole: async () => program });
  const commands = program.commands[0]?.commands ?? [];

  it('have one for each tool, and none for anything else', () => {
    const about = articles.flatMap(({ tool }) => tool ?? []);
    expect(about.toSorted()).toEqual(tools.map(({ id }) => id).toSorted());
  });

  it.each(tools.map((tool) => [tool.id, tool] as const))('name every setting of %s with its flag', (id, tool) => {
    const named = quotedIn(guideOf(id));
    const flags = fieldsOf(tool.settings).map(({ flag }) => `--${flag}`);
    expect([...Object.keys(tool.settings.shape), ...flags].filter((name) => !named.includes(name))).toEqual([]);
    expect((guideOf(id).match(/^### /gm) ?? []).length).toBeGreaterThanOrEqual(2);
  });

  it.each(tools.map((tool) => [tool.id, tool] as const))(
    'show a command and a request for %s that give the same valid project',
    (id, tool) => {
      const [command = '', request = ''] = [...guideOf(id).matchAll(/^```\n(.*)\n```$/gm)].map(([, line]) => line);
      const [first, ...args] = wordsOf(command.replace(/^npx cutroom tool /, ''));
      const parser = commands.find((one) => one.name() === first);
      const { operands, unknown } = parser?.parseOptions(args) ?? {};
      expect([first, operands, unknown]).toEqual([id, [], []]);
      const options = parser?.opts() ?? {};
      const asked = toolBody(tool, commandSettings(tool, options), namedFiles(tool, options));
      const sent = JSON.parse(wordsOf(request).at(-1) ?? '');
      const [made, requested] = [asked, sent].map((body) => compileToolBody(body, factsOf(body)));
      expect(made).toMatchObject({ ok: true, value: { tool: id } });
      // The two name different files. `watermark` has no effect without a text or an image.
      const compared = (value: unknown) =>
        JSON.stringify(value).replaceAll(/"(url|name)":"[^"]*"|"watermark":\w+/g, '');
      expect(compared(made)).toBe(compared(requested));
    },
  );

  it('list every keyboard shortcut', async () => {
    const { shortcuts } = (await importTs(join(root, 'ui/studio/actions/actions.ts'))) as {
      shortcuts: { title: string }[];
    };
    const keyboard = articles.find(({ path }) => path === '/resources/keyboard')?.markdown ?? '';
    expect(shortcuts.map(({ title }) => title).filter((title) => !keyboard.includes(`| ${title} |`))).toEqual([]);
  });

  it('quote only labels that the interface has', () => {
    const ours = articles.filter(({ tool, date }) => tool !== undefined || date >= '2026-11-29');
    const quoted = ours.flatMap(({ markdown }) =>
      [...markdown.matchAll(/“([^”]+)”/g)].map(([, label = '']) => label.replaceAll(/\s+/g, ' ')),
    );
    expect(quoted.length).toBeGreaterThan(20);
    // A setting of phones.
    const foreign = ['Most compatible'];
    expect(quoted.filter((label) => !(label in german) && !foreign.includes(label))).toEqual([]);
  });

  it('link only to pages that exist', () => {
    const references = ['/reference', '/reference/project', '/reference/cli', '/reference/api'];
    const own = [...references, ...articles.map(({ path }) => path)];
    const links = articles.flatMap(({ path, markdown }) =>
      [...markdown.matchAll(/\]\((?:page:)?(\/[^)#\s]*)/g)].map(([, link = '']) => ({ path, link })),
    );
    expect(links.length).toBeGreaterThan(60);
    expect(links.filter(({ link }) => !own.includes(link) && !pageAt(link))).toEqual([]);
  });
});

/** Splits a command line as a shell does. */
function wordsOf(line: string): string[] {
  return execFileSync('sh', ['-c', `printf '%s\\0' ${line}`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1);
}

/** Facts of the files that a request names, judged by their names. */
function factsOf(body: unknown): Map<string, SourceFacts> {
  const seen = { width: 640, height: 360, duration: 8, animated: false, hasAudio: true };
  return new Map(
    sourcesOf(body).map(({ url = '' }): [string, SourceFacts] => {
      if (url.endsWith('.mp3')) return [url, { ...seen, kind: 'audio', width: 0, height: 0, duration: 20 }];
      if (url.endsWith('.mp4')) return [url, { ...seen, kind: 'video' }];
      const animated = url.endsWith('.gif');
      return [url, { ...seen, kind: 'image', animated, duration: animated ? 2 : 0, hasAudio: false }];
    }),
  );
}

const code = files.filter((path) => /\.(ts|tsx|mjs)$/.test(path));

it('references only existing files in comments with "see"', () => {
  const seen = [...code, ...files.filter((path) => path.endsWith('.css'))].flatMap((path) =>
    [...textOf(path).matchAll(/(?:\/\/|\*).*\bsee ([\w./-]+\.(?:tsx?|mjs|css|md))\b/g)].map(([, name = '']) => name),
  );
  expect(seen.length).toBeGreaterThan(5);
  expect(seen.filter((name) => !files.some((path) => `/${path}`.endsWith(`/${name}`)))).toEqual([]);
});

describe('packages', () => {
  const imported = new Set(code.flatMap((path) => importsOf(path)).map(({ to }) => packageOf(to)));

  it('are declared if they are imported', () => {
    const declared = { ...manifest.dependencies, ...manifest.devDependencies };
    const own = (name: string) => name.startsWith('node:') || topLevel.includes(name) || name in declared;
    expect([...imported].filter((name) => !own(name))).toEqual([]);
  });

  it('are used if they are runtime dependencies', () => {
    const byName = code.map(textOf).join('\n');
    const isFont = (name: string) =>
      name.startsWith('@fontsource/') && findFamilyById(name.slice('@fontsource/'.length))?.isReady;
    const isUsed = (name: string) =>
      imported.has(name) || isFont(name) || byName.includes(`'${name.replace('@fontsource/', '')}'`);
    expect(Object.keys(manifest.dependencies).filter((name) => !isUsed(name))).toEqual([]);
  });

  it('are in the lock file for every platform, without URLs', () => {
    const lock: { packages: Record<string, { optionalDependencies?: Record<string, string> }> } = JSON.parse(
      textOf('package-lock.json'),
    );
    const optional = Object.values(lock.packages).flatMap((entry) => Object.keys(entry.optionalDependencies ?? {}));
    expect(
      optional.filter((name) => !Object.keys(lock.packages).some((path) => path.endsWith(`node_modules/${name}`))),
    ).toEqual([]);
    expect(textOf('package-lock.json')).not.toContain('"resolved"');
  });
});

function packageOf(name: string): string {
  return name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');
}

/** Texts between backticks. */
function quotedIn(text: string): string[] {
  return [...text.matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? '');
}

/** Files that a page links to, relative to the project root. */
function linksOf(page: string): string[] {
  const links = [...textOf(page).matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map((match) => match[1] ?? '');
  return links.filter((link) => !/^[a-z]+:/.test(link)).map((link) => join(dirname(page), link));
}

/** Anchors of the headings of a page. */
function headingsOf(page: string): string[] {
  const headings = [...textOf(page).matchAll(/^#+ (.+)$/gm)].map(([, text = '']) => text.toLowerCase());
  return headings.map((text) => text.replaceAll(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-'));
}
