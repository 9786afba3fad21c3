// Writes the notices of all packages that Cutroom contains or runs with, with the text of each license.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { mitLicense, unlicense } from './licenseTexts.mjs';
import { root } from './paths.mjs';

/** @import { Metafile } from 'esbuild' */

/**
 * A package and the text of its license.
 * @typedef {{ name: string, version: string, license: string, text: string }} Notice
 */

/** Text before all notices. */
const head = `Cutroom contains, or runs with, the packages below. Each is listed before the text of its license.
Within @napi-rs/canvas are Skia (BSD-3-Clause, Copyright Google Inc.) and the components listed in that package's sbom.cdx.json.`;

/**
 * Packages without a license text, and the package that has it: they are parts of it, or the same work packaged
 * differently.
 */
const partsOf = [
  { part: /^@napi-rs\/canvas-/, whole: '@napi-rs/canvas' },
  { part: /^@esbuild\//, whole: 'esbuild' },
  { part: /^@iconify-json\/lucide$/, whole: 'lucide-react' },
];

/** License texts of packages that only name their license, with the holders that they state. */
const named = new Map([
  ['@iconify-json/fluent-emoji-flat', mitLicense('Microsoft Corporation')],
  ['@better-auth/utils', mitLicense('Bereket Engida')],
  ['abstract-logging', mitLicense('James Sumners')],
  ['wouter', unlicense],
]);

/**
 * Returns the names of packages whose files a build read.
 * @param {Pick<Metafile, 'inputs'>} metafile
 */
export function packagesIn({ inputs }) {
  const names = Object.keys(inputs).flatMap((path) => {
    const [, scope = '', name] = /.*node_modules\/(@[^/]+\/)?([^/]+)\//.exec(path) ?? [];
    return name === undefined ? [] : [`${scope}${name}`];
  });
  return [...new Set(names)].sort();
}

/**
 * Writes the notices of bundled packages and of all installed dependencies.
 * @param {string} file to write
 * @param {readonly Pick<Metafile, 'inputs'>[]} metafiles of all builds
 */
export function writeNotices(file, metafiles) {
  const bundled = metafiles.flatMap(packagesIn).flatMap((name) => folderOf(name, root) ?? []);
  const notices = [...new Set([...bundled, ...installedFolders()])].map(noticeOf);
  writeFileSync(file, printNotices(notices));
}

/** Returns the folders of dependencies, including indirect ones. */
function installedFolders() {
  /** @type {Set<string>} */
  const folders = new Set();
  const add = (/** @type {string} */ name, /** @type {string} */ from) => {
    const folder = folderOf(name, from);
    // Optional dependencies may be for other platforms.
    if (folder === undefined || folders.has(folder)) return;
    folders.add(folder);
    const { dependencies = {}, optionalDependencies = {} } = manifestOf(folder);
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) add(needed, folder);
  };
  for (const name of Object.keys(manifestOf(root).dependencies ?? {})) add(name, root);
  return folders;
}

/**
 * Finds the folder of a package that is imported from another folder.
 * @param {string} name
 * @param {string} from
 * @returns {string | undefined} undefined if it is not installed
 */
function folderOf(name, from) {
  const folder = join(from, 'node_modules', name);
  if (existsSync(join(folder, 'package.json'))) return folder;
  return dirname(from) === from ? undefined : folderOf(name, dirname(from));
}

/**
 * @param {string} folder
 * @returns {{ name: string, version: string, license?: unknown, dependencies?: Record<string, string>, optionalDependencies?: Record<string, string> }}
 */
function manifestOf(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

/**
 * @param {string} folder of a package
 * @returns {Notice}
 * @throws Error if the license has no text, or forbids distribution as part of other work.
 */
function noticeOf(folder) {
  const { name, version, license } = manifestOf(folder);
  if (typeof license !== 'string') throw new Error(`The package ${name} does not state its license.`);
  refuseCopyleft(name, license);
  const whole = partsOf.find(({ part }) => part.test(name))?.whole;
  const borrowed = whole === undefined ? undefined : folderOf(whole, root);
  const text = textIn(folder) ?? (borrowed && textIn(borrowed)) ?? named.get(name);
  if (!text) throw new Error(`The package ${name} has no license text. Add it to cli/build/notices.mjs.`);
  return { name, version, license, text: text.trim() };
}

/**
 * @param {string} name
 * @param {string} license SPDX expression; any one of its alternatives may be chosen
 */
export function refuseCopyleft(name, license) {
  const choices = license.split(/\s+OR\s+/);
  if (choices.every((choice) => /\b(?:[AL]?GPL|SSPL|BUSL|CC-BY-NC)\b/.test(choice)))
    throw new Error(`The package ${name} has the license ${license}, which Cutroom cannot include.`);
}

/**
 * Returns the license texts of a package: its files, or a section of its readme.
 * @param {string} folder
 */
function textIn(folder) {
  const names = readdirSync(folder).sort();
  const files = names.filter((name) => /^(?:licen[sc]e|copying|notice|ofl|ufl)(?:[.-].*)?$/i.test(name));
  if (files.length > 0) return files.map((name) => readFileSync(join(folder, name), 'utf8').trim()).join('\n\n');
  const readme = names.find((name) => /^readme\.md$/i.test(name));
  const readmeText = readme === undefined ? '' : readFileSync(join(folder, readme), 'utf8');
  const section = /^#+ *licen[sc]e\s*$([\s\S]*)/im.exec(readmeText)?.[1] ?? '';
  return /permission is hereby granted/i.test(section) ? section : undefined;
}

/**
 * Groups packages with the same license text.
 * @param {readonly Notice[]} notices
 */
function printNotices(notices) {
  /** @type {Map<string, string[]>} */
  const byText = new Map();
  for (const { name, version, license, text } of notices)
    byText.set(text, [...(byText.get(text) ?? []), `${name} ${version} (${license})`]);
  const parts = [...byText].map(([text, lines]) => `${[...new Set(lines)].sort().join('\n')}\n\n${text}\n`).sort();
  return [`${head}\n`, ...parts].join(`\n${'-'.repeat(80)}\n\n`);
}
