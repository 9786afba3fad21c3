// Writes engine/painters/fontsCatalogue.json with names and metrics of all font families that Cutroom supports:
// node cli/build/fontCatalogue.mjs. Only needed to add families; downloads three packages from npm.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './paths.mjs';
import { printStep, runMain } from './tell.mjs';

/**
 * Fields that are read of a family.
 * @typedef {{ id: string, family: string, category: string, subsets: string[], weights: number[],
 *   styles: string[], variants: Record<string, Record<string, unknown>> }} Facts
 * @typedef {{ familyName: string, ascent: number, descent: number, unitsPerEm: number }} Measures
 */

/** Sources: families (MIT), metrics from the fonts' own tables (MIT), established names (CC0). */
const sources = {
  families: { spec: 'google-font-metadata@6.0.8', file: 'package/data/google-fonts-v1.json' },
  measures: { spec: '@capsizecss/metrics@4.3.0', file: 'package/dist/entireMetricsCollection.mjs' },
  names: { spec: 'google-fonts-complete@2.2.3', file: 'package/google-fonts.json' },
};

/** Letter for each category in the file. */
const categories = { 'sans-serif': 's', serif: 'e', display: 'd', handwriting: 'h', monospace: 'm' };

/** Subsets in the order of their bits, after the bits of bold (1) and italic (2). Latin is implied. */
const subsets = ['latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'hebrew', 'arabic'];

/** Excluded families: for a single purpose or another script. */
const left = /^(noto-|playwrite-|libre-barcode|redacted|material|flow-)/;

/** Families used only as replacements: of a default font, or for missing glyphs. */
const standIns = ['arimo', 'tinos', 'cousine', 'noto-color-emoji', 'noto-sans-arabic'];

/** Included for their Latin letters, although they also have scripts that Cutroom does not load. */
const also = `abhaya-libre atkinson-hyperlegible-next baloo-2 cal-sans cardo cascadia-code catamaran chakra-petch
  funnel-display funnel-sans geist geist-mono hind inknut-antiqua itim jura k2d karma khand kode-mono martel mona-sans
  mukta noto-sans noto-sans-display noto-sans-mono noto-serif noto-serif-display playpen-sans prompt rajdhani
  reddit-mono reddit-sans sarabun shrikhand sriracha taviraj tiny5 zain`.split(/\s+/);

async function main() {
  const folder = mkdtempSync(join(tmpdir(), 'cutroom-catalogue-'));
  try {
    const path = Object.fromEntries(
      Object.entries(sources).map(([name, { spec, file }]) => [name, unpack(folder, spec, file)]),
    );
    const families = /** @type {Facts[]} */ (Object.values(json(path.families)));
    const names = json(path.names);
    const { entireMetricsCollection } = await import(pathToFileURL(String(path.measures)).href);
    const measures = new Map(
      /** @type {Measures[]} */ (Object.values(entireMetricsCollection)).map((one) => [one.familyName, one]),
    );
    const ready = readyIds();
    const rows = families
      .filter((one) => isSettable(one, measures))
      .filter((one) => ready.has(one.id) || also.includes(one.id) || (one.family in names && isWestern(one)))
      .sort((a, b) => (a.family.toLowerCase() < b.family.toLowerCase() ? -1 : 1))
      .map((one) => [one.family, rowOf(one, ready.has(one.id), measures)]);
    const file = join(root, 'engine/painters/fontsCatalogue.json');
    writeFileSync(file, `${JSON.stringify(Object.fromEntries(rows), null, 2)}\n`);
    printStep(`${rows.length} families, ${rows.filter(([, row]) => /^[A-Z]/.test(String(row))).length} of them ready.`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Extracts one file of a package. @param {string} folder @param {string} spec @param {string} file @returns its path.
 */
function unpack(folder, spec, file) {
  const options = { cwd: folder, encoding: /** @type {const} */ ('utf8') };
  const printed = execFileSync('npm', ['pack', spec, '--ignore-scripts', '--loglevel=error'], options);
  const tarball = printed.trim().split('\n').at(-1) ?? '';
  const place = mkdtempSync(join(folder, 'unpacked-'));
  // A module may import its neighbors, so its whole folder is extracted.
  const entry = file.endsWith('.mjs') ? dirname(file) : file;
  execFileSync('tar', ['-xzf', join(folder, tarball), '-C', place, entry]);
  return join(place, file);
}

/** @param {string | undefined} file */
function json(file) {
  return JSON.parse(readFileSync(String(file), 'utf8'));
}

/** IDs of families whose packages are installed with Cutroom. */
function readyIds() {
  const { dependencies } = json(join(root, 'package.json'));
  const prefix = '@fontsource/';
  const ids = Object.keys(dependencies).filter((name) => name.startsWith(prefix));
  return new Set(ids.map((name) => name.slice(prefix.length)));
}

/** @param {Facts} one @param {Map<string, Measures>} measures */
function isSettable({ id, family, subsets: has, weights, styles }, measures) {
  return (
    !standIns.includes(id) &&
    has.includes('latin') &&
    weights.includes(400) &&
    styles.includes('normal') &&
    measures.has(family)
  );
}

/** @param {Facts} one */
function isWestern({ id, subsets: has }) {
  return (
    !left.test(id) &&
    has.every((subset) => subset === 'latin' || /^(math|symbols)$/.test(subset) || subsets.includes(subset))
  );
}

/**
 * @param {Facts} one
 * @param {boolean} ready whether the family is installed, encoded as a capital letter
 * @param {Map<string, Measures>} measures
 */
function rowOf({ family, category, subsets: has, weights, variants }, ready, measures) {
  const { ascent, descent, unitsPerEm } = /** @type {Measures} */ (measures.get(family));
  const bold = weights.includes(700);
  const italic = variants[400]?.italic !== undefined && (!bold || variants[700]?.italic !== undefined);
  const bits = subsets.map((subset, i) => (has.includes(subset) ? 4 << i : 0));
  const flags = bits.reduce((sum, bit) => sum + bit, (bold ? 1 : 0) + (italic ? 2 : 0));
  const letter = categories[/** @type {keyof typeof categories} */ (category)] ?? 's';
  // One font's descent has the wrong sign.
  const share = (/** @type {number} */ units) => Math.round((1000 * Math.abs(units)) / unitsPerEm);
  return `${ready ? letter.toUpperCase() : letter}${flags.toString(36)} ${share(ascent)} ${share(descent)}`;
}

await runMain(main);
