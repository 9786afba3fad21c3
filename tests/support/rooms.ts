import type { Import } from './sources.ts';

/** Allowed folders and files at the top level, besides dot files. */
export const topLevel = [
  'LICENSE',
  'README.md',
  'api',
  'bench',
  'cli',
  'engine',
  'fixtures',
  'package-lock.json',
  'package.json',
  'tests',
  'tsconfig.json',
  'ui',
];

/** Subfolders with their rank. Each imports only itself and lower ranks, and never files of the folder itself. */
const orders: Record<string, Record<string, number>> = {
  engine: {
    ...{
      formats: -1,
      project: 0,
      kinds: 1,
      motion: 2,
      soundEffects: 2,
      timeline: 3,
      layout: 3,
      edit: 4,
      effects: 4,
      gif: 4,
      painters: 5,
      transitions: 5,
      tools: 6,
      browser: 7,
    },
  },
  'ui/client': {
    ...{ page: 0, store: 1, media: 2, projects: 3, brand: 4, sync: 5, renders: 5, drafts: 5, subtitles: 5, account: 6 },
  },
  ui: {
    ...{ client: -1, texts: 0, app: 2, kit: 1, media: 3, player: 5, pickers: 6, batch: 7, subtitles: 8 },
    ...{ tools: 9, studio: 10, pages: 11, shell: 12, design: 12, offline: 0 },
  },
  'ui/studio': {
    ...{ state: 0, style: 0 },
    ...{ controls: 1, crop: 1, actions: 2 },
    ...{ projects: 3, rows: 3, export: 3, beats: 3, subtitles: 3, images: 3, voice: 3 },
    ...{ shortcuts: 4, templates: 4, effects: 4, trim: 4, stage: 5, scenes: 5, inspector: 5 },
    ...{ animate: 6, audio: 6, timeline: 7, properties: 7, media: 8 },
  },
  api: {
    ...{ contract: 0, telemetry: 0, system: 1, db: 2, storage: 2, fonts: 2 },
    ...{ renderer: 3, backup: 3, speech: 4, jobs: 5, sources: 6, accounts: 7, projects: 7, webhooks: 7 },
    ...{ bodies: 8, service: 9, routes: 10 },
  },
  'api/renderer': { media: 0, gif: 0, plan: 1, ways: 2, print: 2, runs: 3, paint: 3, segments: 4, fit: 5, job: 6 },
};

/** Folders of single-purpose files that only their index.ts lists. */
const listFolders = ['engine/tools', 'engine/effects', 'engine/kinds', 'engine/motion'];

/** Packages that the engine's core may use: they run in browsers and Node alike. */
const corePackages = ['zod', 'culori', 'nanoid', 'gifenc'];

/** Packages that `ui/client` may use; React and its store hooks are not among them. */
const clientPackages = ['valtio/vanilla', 'valtio/vanilla/utils', 'idb', 'zod'];

/** What each folder may import besides packages. The most specific first. */
const doors: { room: string; may: string[] }[] = [
  { room: 'api/contract', may: ['engine', 'api/contract'] },
  { room: 'cli/commands/serve.ts', may: ['engine', 'api', 'cli'] },
  { room: 'engine', may: ['engine'] },
  { room: 'ui/client', may: ['ui/client', 'engine', 'api/contract'] },
  { room: 'ui', may: ['ui', 'engine', 'api/contract'] },
  { room: 'api', may: ['api', 'engine', 'package.json'] },
  {
    room: 'cli',
    may: ['cli', 'engine', 'api/backup', 'api/contract', 'api/renderer', 'api/speech', 'api/system', 'package.json'],
  },
  { room: 'fixtures', may: ['fixtures', 'engine', 'api/renderer'] },
  { room: 'bench', may: ['bench', 'engine', 'api', 'cli', 'fixtures', 'tests/support'] },
  { room: 'tests', may: ['tests', 'engine', 'api', 'cli', 'ui', 'fixtures', 'bench', 'package.json'] },
];

/** Folders whose code also runs in browsers and so cannot use Node. */
const nodeless = ['engine', 'ui', 'api/contract'];

/**
 * Returns the rule that an import breaks.
 * @param listed the files of `listedFiles`.
 * @returns undefined if it breaks none.
 */
export function ruleBroken({ from, to }: Import, listed: ReadonlySet<string>): string | undefined {
  if (isFile(to)) return doorBroken(from, to) ?? orderBroken(from, to) ?? siblingBroken(from, to, listed);
  if (to.startsWith('node:') && nodeless.some((room) => isIn(from, room))) return 'only api and cli touch Node';
  const isCore = isIn(from, 'engine') && !isIn(from, 'engine/browser');
  if (isCore && !corePackages.includes(packageOf(to)))
    return `the engine's core stands on ${corePackages.join(', ')} only`;
  if (isIn(from, 'ui/client') && !clientPackages.includes(to))
    return `ui/client uses ${clientPackages.join(', ')} only`;
  return undefined;
}

function doorBroken(from: string, to: string): string | undefined {
  const door = doors.find(({ room }) => isIn(from, room));
  if (!door) return 'this file is in no room';
  if (!door.may.some((room) => isIn(to, room))) return `${door.room} imports ${door.may.join(', ')} only`;
  const seesBrowser = ['ui', 'engine/browser', 'tests', 'bench'].some((room) => isIn(from, room));
  return isIn(to, 'engine/browser') && !seesBrowser ? 'only ui imports engine/browser' : undefined;
}

function orderBroken(from: string, to: string): string | undefined {
  for (const [folder, order] of Object.entries(orders)) {
    if (!isIn(from, folder) || !isIn(to, folder)) continue;
    const [here, there] = [roomOf(from, folder), roomOf(to, folder)];
    if (here === there || /\.tsx?$/.test(here)) continue;
    const isLeft = (order[there] ?? Number.NaN) < (order[here] ?? Number.NaN);
    if (!isLeft) return `${folder}/${here} may not import ${folder}/${there}`;
  }
  return undefined;
}

/** Tools do not import tools, and effects do not import effects. Shared parts are files that no list names. */
function siblingBroken(from: string, to: string, listed: ReadonlySet<string>): string | undefined {
  const folder = listFolders.find((name) => isIn(from, name) && isIn(to, name));
  if (!folder || from === `${folder}/index.ts`) return undefined;
  if (to === `${folder}/index.ts`)
    return listed.has(from) ? `what ${folder} lists does not import the list` : undefined;
  return listed.has(from) && listed.has(to) ? `files of ${folder} do not import each other` : undefined;
}

/** Returns the files that the lists of tools and effects import as values, such as engine/tools/index.ts. */
export function listedFiles(imports: readonly Import[]): ReadonlySet<string> {
  const lists = listFolders.map((folder) => `${folder}/index.ts`);
  return new Set(imports.filter(({ from, typeOnly }) => lists.includes(from) && !typeOnly).map(({ to }) => to));
}

/** Returns the files that may run when one is loaded: itself and its imports, static and dynamic. */
export function reachedFrom(file: string, imports: readonly Import[]): string[] {
  const reached = new Set([file]);
  for (const one of reached)
    for (const { from, to, typeOnly } of imports) if (from === one && !typeOnly) reached.add(to);
  return [...reached];
}

/** Finds a cycle of file imports, including type imports, from first to last; undefined if there is none. */
export function findCycle(imports: readonly Import[]): Import[] | undefined {
  return circleOf(imports.filter(({ to }) => isFile(to)));
}

/**
 * Finds a cycle of imports among the subfolders of a folder, including type imports. Files of the folder itself, such
 * as its main program, count individually.
 */
export function findFolderCycle(imports: readonly Import[], room: string): Import[] | undefined {
  const folderOf = (path: string) => path.split('/').slice(0, 2).join('/');
  const inside = imports.filter(({ from, to }) => isIn(from, room) && isIn(to, room));
  const edges = inside.map((edge) => ({ ...edge, from: folderOf(edge.from), to: folderOf(edge.to) }));
  return circleOf(edges.filter(({ from, to }) => from !== to));
}

function circleOf(imports: readonly Import[]): Import[] | undefined {
  const edges = new Map<string, Import[]>();
  for (const edge of imports) edges.set(edge.from, [...(edges.get(edge.from) ?? []), edge]);
  const done = new Set<string>();
  const visit = (file: string, trail: Import[]): Import[] | undefined => {
    const start = trail.findIndex(({ from }) => from === file);
    if (start >= 0) return trail.slice(start);
    if (done.has(file)) return undefined;
    for (const edge of edges.get(file) ?? []) {
      const cycle = visit(edge.to, [...trail, edge]);
      if (cycle) return cycle;
    }
    done.add(file);
    return undefined;
  };
  for (const file of edges.keys()) {
    const cycle = visit(file, []);
    if (cycle) return cycle;
  }
  return undefined;
}

function isFile(to: string): boolean {
  return topLevel.some((name) => isIn(to, name)) && !to.startsWith('node:');
}

function isIn(path: string, room: string): boolean {
  return path === room || path.startsWith(`${room}/`);
}

function roomOf(path: string, folder: string): string {
  return path.slice(folder.length + 1).split('/')[0] ?? '';
}

function packageOf(name: string): string {
  return name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');
}
