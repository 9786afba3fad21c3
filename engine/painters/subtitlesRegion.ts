import { type EastAsianRegion, languageOfRegion, regionOfLanguage } from '../project/eastAsianRegion.ts';
import type { SubtitlesLayer } from '../project/layers.ts';
import type { Cue } from '../project/subtitles.ts';
import { regionOfText } from './fontsEastAsian.ts';

/** What tells of their region. */
interface Told {
  languageCode?: string | undefined;
  cues: readonly Cue[];
}

const known = new WeakMap<readonly Cue[], EastAsianRegion | 'none'>();

/**
 * In which region's shapes subtitles are drawn: all of them in the same, by their language, else by all their letters. A cue
 * of a single word seldom says.
 */
export function subtitlesRegion({ languageCode, cues }: Told): EastAsianRegion | undefined {
  const told = regionOfLanguage(languageCode);
  if (told) return told;
  const region = known.get(cues) ?? regionOfText(cues.map(({ text }) => text).join('')) ?? 'none';
  known.set(cues, region);
  return region === 'none' ? undefined : region;
}

/** Subtitles that stay in their region's shapes whatever cues are taken out of them. */
export function withRegion(layer: SubtitlesLayer): SubtitlesLayer {
  const region = subtitlesRegion(layer);
  return region && !regionOfLanguage(layer.languageCode) ? { ...layer, languageCode: languageOfRegion(region) } : layer;
}
