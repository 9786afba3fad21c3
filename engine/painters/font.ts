/** Weights of font files. */
export type FontWeight = 400 | 700;

/** A font of the painters: its files and metrics. */
export interface Font {
  /** Private name, without "Cutroom". */
  name: string;
  /** Package name without the scope, which is also the prefix of its files. For a user's font, its address. */
  id: string;
  /** base: known to every page; ready: its package is installed; further: fetched on demand; own: a user's file. */
  source: 'base' | 'ready' | 'further' | 'own';
  /** Its parts, each a file: names of `Subset` for catalogue fonts, own names for others. */
  subsets: readonly string[];
  weights: readonly FontWeight[];
  italic: boolean;
  /** Height above and depth below the baseline, as shares of the font size (from the font's own metrics). */
  ascent: number;
  descent: number;
  /** Whether its files are used for letters beyond their subsets. */
  isWhole?: boolean;
  /** Whether one file has all weights. */
  isVariable?: boolean;
}
