import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { run } from '../cli/build/run.mjs';
import { findCycle, findFolderCycle, listedFiles, reachedFrom, ruleBroken, topLevel } from './support/rooms.ts';
import { filesUnder, type Import, importsOf, root, textOf } from './support/sources.ts';

const files = filesUnder();
const code = files.filter((path) => /\.(ts|tsx|mjs)$/.test(path));
const imports = code.flatMap((path) => importsOf(path));
const listed = listedFiles(imports);
const linesOf = (path: string) => textOf(path).replace(/\n$/, '').split('\n');

describe('folders and imports', () => {
  it('have no other top-level names, apart from dot files and generated ones', () => {
    const ignored = [...textOf('.gitignore').matchAll(/^(\w+)\/$/gm)].map((match) => match[1]);
    const names = readdirSync(root).filter((name) => !/^\.|^dist\.|\.log$/.test(name) && !ignored.includes(name));
    expect(names.sort()).toEqual([...topLevel].sort());
  });

  it('follow the rules between folders', () => {
    expect(broken(imports)).toEqual([]);
  });

  it('refer to existing files by their full name', () => {
    const missing = imports.filter(
      ({ to }) => topLevel.some((name) => to.startsWith(`${name}/`)) && !files.includes(to),
    );
    expect(missing.filter(({ to }) => !to.startsWith('node_modules')).map(print)).toEqual([]);
  });

  it('contain no cycle, by value or by type', () => {
    expect(findCycle(imports)?.map(print)).toBeUndefined();
  });

  it('keep pages outside the Studio free of its state', () => {
    const beside = reachedFrom('ui/shell/Pages.tsx', imports);
    expect(beside).toContain('ui/pages/AudioTrim.tsx');
    expect(beside).not.toContain('ui/studio/state/studio.ts');
  });

  it('load the first page without the schema library, the largest one after React', () => {
    // The build keeps only the values of a data file.
    const atOnce = imports.filter(
      ({ from, line }) => !linesOf(from)[line - 1]?.includes('import(') && !from.endsWith('.data.ts'),
    );
    const first = reachedFrom('ui/shell/Pages.tsx', atOnce);
    expect(first).toContain('ui/tools/catalogue.data.ts');
    expect(first).not.toContain('zod');
  });

  it('show every component on the design system page, which the product does not include', () => {
    expect(reachedFrom('ui/main.tsx', imports).filter((path) => path.startsWith('ui/design/'))).toEqual([]);
    const shown = reachedFrom('ui/design/main.tsx', imports);
    // Components that have no meaning outside the product.
    const around = ['Boundary', 'GrowingList'];
    const components = files.filter((path) => /^ui\/kit\/\w+\.tsx$/.test(path) && !shown.includes(path));
    expect(components.map((path) => path.replace(/^.*\/|\.tsx$/g, '')).sort()).toEqual(around);
  });

  it('contain no cycle between folders', () => {
    for (const room of ['api', 'engine', 'cli']) {
      expect(findFolderCycle(imports, room)?.map(print), room).toBeUndefined();
    }
  });

  it('read the environment in one place', () => {
    const readers = code.filter((path) => /^(api|cli|engine|ui)\//.test(path) && !/^cli\/(setup|build)\//.test(path));
    expect(
      readers.filter((path) => textOf(path).includes('process.env') || /\{ env \} = process/.test(textOf(path))),
    ).toEqual(['api/system/environment.ts']);
  });

  it('read the URL in one place', () => {
    const pages = code.filter((path) => path.startsWith('ui/'));
    const reads = /\blocation\.(pathname|search|hash)\b|\} = location\b|\bhistory\.state\b/;
    expect(pages.filter((path) => reads.test(textOf(path)))).toEqual(['ui/router.ts']);
  });

  it('compile the core without browser and Node types', async () => {
    const folder = join(root, 'node_modules/.cache/cutroom');
    const config = join(folder, `core-${process.pid}.json`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(config, JSON.stringify(coreConfig));
    const { output } = await run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', config]);
    rmSync(config);
    expect(output.split('\n').filter((line) => /error TS/.test(line))).toEqual([]);
  });
});

describe('every file', () => {
  it('mentions only the project', () => {
    const foreign = [
      ['/work', '/'],
      ['registry', '.npmjs'],
      ['npmjs', '.org'],
      ['deb.debian', '.org'],
    ].map((parts) => parts.join(''));
    const texts = files.filter((path) => !/\.(png|jpe?g|gif|webp|mp4|webm|woff2?|wav|mp3|ico)$/.test(path));
    const found = texts.flatMap((path) =>
      linesOf(path).flatMap((line, index) =>
        foreign.filter((word) => line.includes(word)).map((word) => `${path}:${index + 1} says ${word}`),
      ),
    );
    expect(found).toEqual([]);
  });

  it('of engine, api and ui/client documents its exports', () => {
    const rooms = code.filter((path) => /^(engine|api|ui\/client)\//.test(path));
    expect(
      rooms.flatMap((path) => undocumented(linesOf(path)).map((line) => `${path}:${line} has no docblock`)),
    ).toEqual([]);
  });
});

describe('stylesheets', () => {
  const sheets = files.filter((path) => path.endsWith('.css'));
  const plainOf = (path: string) => textOf(path).replace(/\/\*[\s\S]*?\*\/|url\([^)]*\)/g, '');

  it('have all rules in one layer, whose order the first sheet declares', () => {
    const rest = sheets.map((path) => {
      const [before = '', after = '', ...more] = plainOf(path).split(/^@layer \w+ \{\n[\s\S]*?\n\}\n/m);
      expect(more, path).toEqual([]);
      return [path, `${before}${after}`.trim()] as const;
    });
    const outside = new Map(rest.filter(([, text]) => text !== ''));
    expect([...outside.keys()]).toEqual(['ui/kit/style/tokens.css', 'ui/pickers/pickers.css']);
    expect(outside.get('ui/kit/style/tokens.css')).toBe('@layer tokens, base, kit, part;');
    // In a layer, these would lose against the library's own stylesheet, which is in none.
    const selectors = [...(outside.get('ui/pickers/pickers.css') ?? '').matchAll(/^ *([^@{}\n]+) \{/gm)];
    expect(selectors.filter(([, selector = '']) => !selector.includes('.react-colorful'))).toEqual([]);
  });

  it('are few, and name tokens for spacing and color', () => {
    const others = sheets.filter((path) => !path.endsWith('/tokens.css')).map(plainOf);
    const spacing = /^ *(?:(?:padding|margin)(?:-[a-z-]+)?|(?:row-|column-)?gap):([^;]*);/gm;
    const raw = others.flatMap((text) =>
      [...text.matchAll(spacing)].flatMap(([, value = '']) => value.match(/[\d.]+px/g)),
    );
    const colors = others.flatMap((text) => text.match(/#[\da-f]{3,8}\b/gi) ?? []);
    // These limits only fall. The raw lengths are geometry, such as half the width of a playhead.
    expect(sheets.length).toBeLessThanOrEqual(35);
    expect(raw.filter(Boolean).length).toBeLessThanOrEqual(35);
    expect(colors.length).toBeLessThanOrEqual(9);
  });

  it('of one layer never set the same property of an element', () => {
    // Which sheet wins would depend on the order of loading. Checks rules of a single class, and literal class names.
    const rules = sheets.flatMap((sheet) => {
      const text = plainOf(sheet);
      const layer = /@layer (\w+) \{/.exec(text)?.[1];
      const { code: flat } = transformSync(text, { loader: 'css', supported: { nesting: false } });
      return [...flat.matchAll(/(?<=[{};]\s*)\.([\w-]+) \{([^{}]*)\}/g)].map(([, name, body = '']) => {
        const properties = [...body.matchAll(/(?:^|;)\s*([\w-]+):/g)].map((match) => match[1]);
        return { sheet, layer, name, properties };
      });
    });
    const pages = files.filter((path) => /^ui\/.*\.tsx$/.test(path)).map(textOf);
    const literals = new Set(
      pages.flatMap((text) => text.match(/(?<=['"`])[a-z][\w-]*(?: [a-z][\w-]*)+(?=['"`])/g) ?? []),
    );
    const clashes = [...literals].flatMap((literal) => {
      const own = rules.filter(({ name = '' }) => literal.split(' ').includes(name));
      return own.flatMap((one) =>
        own
          .filter(({ sheet, layer }) => sheet < one.sheet && layer === one.layer)
          .flatMap(({ name, properties }) =>
            properties.filter((property) => one.properties.includes(property)).map((p) => `${name}, ${one.name}: ${p}`),
          ),
      );
    });
    expect([...new Set(clashes)]).toEqual([]);
  });

  it('have three widths: phone, desktop and wide', () => {
    const widths = sheets.flatMap((path) => plainOf(path).match(/^ *@media.*(?:min|max)-width: \d+px/gm) ?? []);
    const known = /(max-width: (768|1000)|min-width: (769|1001))px$/;
    expect(widths.filter((text) => !known.test(text))).toEqual([]);
  });

  it('style each class of a part in one sheet, and adapt only classes of the kit in others', () => {
    const shared = new Set(sheets.filter((path) => /^@layer (base|kit) /m.test(textOf(path))).flatMap(namesIn));
    const parts = sheets.filter((path) => /^@layer part /m.test(textOf(path)));
    const counts = new Map<string, number>();
    for (const name of parts.flatMap(namesIn)) counts.set(name, (counts.get(name) ?? 0) + 1);
    // States belong to the class before them.
    const several = [...counts].filter(([name, count]) => count > 1 && !shared.has(name) && !name.startsWith('is-'));
    // Elements that several sheets of one feature place; add none.
    const placed = [
      'board',
      'bar-times',
      'play-bar',
      'scene-thumb',
      'studio',
      'studio-stage',
      'tool-page',
      'tool-settings',
      'tool-sources',
      'tool-sheet',
    ];
    expect(several.map(([name]) => name).filter((name) => !placed.includes(name))).toEqual([]);
  });

  it('style only classes that the pages use', () => {
    const texts = files.filter((path) => path.startsWith('ui/') && !path.endsWith('.css')).map(textOf);
    const words = new Set(texts.flatMap((text) => text.match(/[a-z][\w-]*/gi) ?? []));
    const unused = [...new Set(sheets.flatMap((path) => classesOf(textOf(path))))].filter((name) => !words.has(name));
    // Built from the kind of a field, the id of an animation, or by lucide-react and react-colorful.
    const built =
      /^(lucide|is-(lines|switch|choice|text)|is-(typewriter|text-focus-in|text-flicker-in-glow|hue-rotate)|react-colorful__(pointer|interactive))$/;
    expect(unused.filter((name) => !built.test(name))).toEqual([]);
  });
});

describe('the tests', () => {
  const sheets = files.filter((path) => path.endsWith('.css'));
  const classes = new Set(sheets.flatMap((path) => classesOf(textOf(path))));

  it('find elements by role, name and state, and never by a CSS class', () => {
    const ofPages = code.filter((path) => /^tests\/(e2e|ui)\//.test(path));
    const found = ofPages.flatMap((path) =>
      linesOf(path).flatMap((line, index) =>
        classesSought(line)
          .filter((name) => classes.has(name))
          .map((name) => `${path}:${index + 1} finds by .${name}`),
      ),
    );
    expect(found).toEqual([]);
  });

  it('detect CSS classes in stylesheets and selectors', () => {
    expect(classesOf("/* a.b */ .one.two > .three:hover { background: url('x.svg'); opacity: .5 }")).toEqual([
      'one',
      'two',
      'three',
    ]);
    expect(classesSought(`find('.one', "li > b.two:hover .three")`)).toEqual(['one', 'two', 'three']);
    expect(classesSought("open('media/a.one', file.two); // .three")).toEqual([]);
  });

  it('release what helpers opened in one central place, because hooks added by a test never run', () => {
    const helpers = code.filter((path) => path.startsWith('tests/') && !/\.test\.tsx?$/.test(path));
    const found = helpers.filter((path) => /\bafterAll\(/.test(textOf(path)));
    expect(found).toEqual(['tests/support/cleanupHooks.ts']);
  });
});

describe('the reader of imports', () => {
  const sample = [
    "import a, { b } from './a.ts';",
    "import type { C } from './c.ts';",
    "import { type D, type E } from './d.ts';",
    'import {',
    '  f,',
    '  type G,',
    "} from '../f.ts';",
    "import './side.css';",
    "export { h } from './h.ts';",
    "export * from './all.ts';",
    "const lazy = await import('zod');",
    "// import z from './comment.ts';",
  ].join('\n');

  it('finds every form of import with its line', () => {
    const found = importsOf('engine/edit/x.ts', sample).map(
      ({ to, line, typeOnly }) => `${line} ${to}${typeOnly ? ' type' : ''}`,
    );
    expect(found).toEqual([
      '1 engine/edit/a.ts',
      '2 engine/edit/c.ts type',
      '3 engine/edit/d.ts type',
      '4 engine/f.ts',
      '8 engine/edit/side.css',
      '9 engine/edit/h.ts',
      '10 engine/edit/all.ts',
      '11 zod',
    ]);
  });

  it('finds a cycle of three files, also through a type, and of two folders', () => {
    const edge = (from: string, to: string, typeOnly = false): Import => ({ from, to, line: 1, typeOnly });
    const chain = [edge('api/x/a.ts', 'api/y/b.ts'), edge('api/y/b.ts', 'api/y/c.ts')];
    expect(findCycle(chain)).toBeUndefined();
    expect(findCycle([...chain, edge('api/y/c.ts', 'api/x/a.ts', true)])).toHaveLength(3);
    expect(findFolderCycle(chain, 'api')).toBeUndefined();
    expect(findFolderCycle([...chain, edge('api/y/c.ts', 'api/x/d.ts', true)], 'api')).toHaveLength(2);
  });

  it.each([
    ['engine/project/parse.ts', 'engine/timeline/spans.ts'],
    ['engine/timeline/spans.ts', 'engine/layout/box.ts'],
    ['engine/edit/trim.ts', 'engine/painters/text.ts'],
    ['engine/painters/text.ts', 'engine/tools/meme.ts'],
    ['engine/tools/meme.ts', 'engine/tools/trim.ts'],
    ['engine/tools/meme.ts', 'engine/tools/index.ts'],
    ['engine/edit/trim.ts', 'engine/index.ts'],
    ['engine/edit/trim.ts', 'node:fs'],
    ['engine/edit/trim.ts', 'react'],
    ['engine/edit/trim.ts', 'ui/main.tsx'],
    ['ui/main.tsx', 'api/renderer/plan/compile.ts'],
    ['ui/main.tsx', 'node:path'],
    ['ui/client/media/uploads.ts', 'react'],
    ['ui/client/media/uploads.ts', 'valtio'],
    ['ui/client/media/uploads.ts', 'ui/media/DropTarget.tsx'],
    ['engine/browser/zip/readZip.ts', 'ui/client/media/uploads.ts'],
    ['ui/client/media/uploads.ts', 'ui/studio/state/studio.ts'],
    ['ui/client/media/uploads.ts', 'ui/client/projects/saved.ts'],
    ['ui/client/projects/saved.ts', 'ui/studio/state/studio.ts'],
    ['api/contract/client.ts', 'api/app.ts'],
    ['api/contract/client.ts', 'node:fs'],
    ['api/app.ts', 'cli/main.ts'],
    ['api/renderer/plan/compile.ts', 'api/renderer/print/printVideo.ts'],
    ['api/renderer/runs/commands.ts', 'api/renderer/paint/paint.ts'],
    ['api/renderer/media/probe.ts', 'api/renderer/job/render.ts'],
    ['api/app.ts', 'engine/browser/playbackClock.ts'],
    ['cli/commands/render.ts', 'api/server.ts'],
    ['cli/commands/render.ts', 'ui/main.tsx'],
  ])('forbids %s to import %s', (from, to) => {
    const lists = new Set(['engine/tools/meme.ts', 'engine/tools/trim.ts']);
    expect(ruleBroken({ from, to, line: 1, typeOnly: false }, lists)).toBeTypeOf('string');
  });

  it('finds an export without a docblock', () => {
    expect(undocumented(['export const a = 1;', '', '/** B. */', 'export const b = 1;', 'export type C = 1;'])).toEqual(
      [1, 5],
    );
  });
});

const coreConfig = {
  extends: '../../../tsconfig.json',
  compilerOptions: { lib: ['ES2023'], types: [], rootDir: '../../..' },
  include: ['../../../engine'],
  exclude: ['../../../engine/browser'],
};

function broken(all: readonly Import[]): string[] {
  return all.flatMap((one) => {
    const rule = ruleBroken(one, listed);
    return rule ? [`${print(one)}: ${rule}`] : [];
  });
}

function print({ from, line, to }: Import): string {
  return `${from}:${line} imports ${to}`;
}

/** Numbers of lines, from 1, with an exported declaration that has no docblock. */
function undocumented(lines: readonly string[]): number[] {
  const declares =
    /^export (?:default )?(?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/;
  return lines.flatMap((line, index) => {
    const name = declares.exec(line)?.[1];
    const before = lines[index - 1] ?? '';
    // Further signatures of an overloaded function share the docblock of the first.
    const isOverload = name !== undefined && declares.exec(before)?.[1] === name;
    return name === undefined || before.trimEnd().endsWith('*/') || isOverload ? [] : [index + 1];
  });
}

/** Class names of a stylesheet at a path, each once. */
function namesIn(path: string): string[] {
  return [...new Set(classesOf(textOf(path)))];
}

/** Class names of a stylesheet. */
function classesOf(sheet: string): string[] {
  const plain = sheet.replace(/\/\*[\s\S]*?\*\/|url\([^)]*\)|(['"]).*?\1/g, '');
  return [...plain.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = '']) => name);
}

/** Class names in the strings of a line that look like selectors. */
function classesSought(line: string): string[] {
  const texts = [...line.matchAll(/(['"`])((?:\\.|(?!\1).)*)\1/g)].map(([, , text = '']) =>
    text.replace(/\$\{[^}]*\}/g, ''),
  );
  return texts.flatMap((text) =>
    [...text.matchAll(/(?:^|[\s>+~,(\])])(?:[a-z][a-z\d]*)?\.([a-z][\w-]*)/g)].map(([, name = '']) => name),
  );
}
