import rows from './fontsCatalogue.json' with { type: 'json' };
import type { Subset } from './fontsRanges.ts';

/** Rough style of a family. */
export type FontCategory = 'sans-serif' | 'serif' | 'display' | 'handwriting' | 'monospace';

/** A catalogue family: an open font in its own package. */
export interface FontFamily {
  /** Display name, such as "Playfair Display". */
  name: string;
  /** Package name without the scope, such as "playfair-display". */
  id: string;
  category: FontCategory;
  /** Whether its package is installed with Cutroom; else it is fetched on demand. */
  isReady: boolean;
  /** Whether it has weight 700; all have 400. */
  bold: boolean;
  italic: boolean;
  subsets: readonly Subset[];
  /** Height above and depth below the baseline, as shares of the font size (from the font's own metrics). */
  ascent: number;
  descent: number;
}

const categories: Record<string, FontCategory> = {
  s: 'sans-serif',
  e: 'serif',
  d: 'display',
  h: 'handwriting',
  m: 'monospace',
};

/** Subsets in order of their bits in a row, above the bits of bold (1) and italic (2). */
const subsets: readonly Subset[] = [
  'latin-ext',
  'vietnamese',
  'cyrillic',
  'cyrillic-ext',
  'greek',
  'greek-ext',
  'hebrew',
  'arabic',
];

let families: readonly FontFamily[] | undefined;
let byName: ReadonlyMap<string, FontFamily> | undefined;
let byId: ReadonlyMap<string, FontFamily> | undefined;

/** Returns all catalogue families, about 1,070, by name: installed ones and those fetched on demand. */
export function catalogueFamilies(): readonly FontFamily[] {
  families ??= Object.entries(rows).map(([name, row]) => parseRow(name, row));
  return families;
}

/** Finds a family by name in any case. */
export function findFamily(name: string): FontFamily | undefined {
  byName ??= new Map(catalogueFamilies().map((family) => [family.name.toLowerCase(), family]));
  return byName.get(name.trim().toLowerCase());
}

/** Finds a family by its package name without the scope. */
export function findFamilyById(id: string): FontFamily | undefined {
  byId ??= new Map(catalogueFamilies().map((family) => [family.id, family]));
  return byId.get(id);
}

/**
 * @param row category (upper case: installed) and flags in base 36, ascent and descent in thousandths: "S3b 964 232".
 */
function parseRow(name: string, row: string): FontFamily {
  const [kind = '', ascent, descent] = row.split(' ');
  const letter = kind.charAt(0);
  const flags = Number.parseInt(kind.slice(1), 36);
  return {
    name,
    id: name.toLowerCase().replaceAll(' ', '-'),
    category: categories[letter.toLowerCase()] ?? 'sans-serif',
    isReady: letter < 'a',
    bold: (flags & 1) > 0,
    italic: (flags & 2) > 0,
    subsets: ['latin', ...subsets.filter((_, i) => flags & (4 << i))],
    ascent: Number(ascent) / 1000,
    descent: Number(descent) / 1000,
  };
}
