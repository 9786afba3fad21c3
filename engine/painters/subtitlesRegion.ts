import { type EastAsianRegion, languageOfRegion, regionOfLanguage } from '../project/eastAsianRegion.ts';
import type { SubtitlesLayer } from '../project/layers.ts';
import type { Cue } from '../project/subtitles.ts';
import { regionOfText } from './fontsEastAsian.ts';

/** What determines the region. */
interface LanguageHints {
  languageCode?: string | undefined;
  cues: readonly Cue[];
}

const known = new WeakMap<readonly Cue[], EastAsianRegion | 'none'>();

/**
 * Returns the region whose glyph shapes subtitles use: by their language, else by all their letters, because a cue of a
 * single word is rarely conclusive.
 */
export function subtitlesRegion({ languageCode, cues }: LanguageHints): EastAsianRegion | undefined {
  const stated = regionOfLanguage(languageCode);
  if (stated) return stated;
  const region = known.get(cues) ?? regionOfText(cues.map(({ text }) => text).join('')) ?? 'none';
  known.set(cues, region);
  return region === 'none' ? undefined : region;
}

/** Returns subtitles that keep their region even if cues are removed. */
export function withRegion(layer: SubtitlesLayer): SubtitlesLayer {
  const region = subtitlesRegion(layer);
  return region && !regionOfLanguage(layer.languageCode) ? { ...layer, languageCode: languageOfRegion(region) } : layer;
}
