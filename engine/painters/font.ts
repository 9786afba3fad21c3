/** Weights that a font file can have. */
export type FontWeight = 400 | 700;

/** A font as painters know it: which files it has, and where its letters stand. */
export interface Font {
  /** Private name, without "Cutroom". */
  name: string;
  /** Name of its package, without the scope; its files start with it. Of an own font its address. */
  id: string;
  /** base: a page knows it from the start; ready: its package is installed; further: it is fetched when it is wanted; own: a person's file. */
  source: 'base' | 'ready' | 'further' | 'own';
  /** Parts that it is cut into, each a file: of the catalogue's fonts names of `Subset`, of others their own. */
  subsets: readonly string[];
  weights: readonly FontWeight[];
  italic: boolean;
  /** Height above and depth below the base line, as shares of the font size (the files' own metrics). */
  ascent: number;
  descent: number;
  /** Whether its files are asked for letters far beyond their subsets. */
  isWhole?: boolean;
  /** Whether a file has all weights. */
  isVariable?: boolean;
}
