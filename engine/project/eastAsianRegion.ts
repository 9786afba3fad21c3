/** Regions that draw shared Han characters differently: Simplified and Traditional Chinese, Japan, Korea. */
export type EastAsianRegion = 'sc' | 'tc' | 'jp' | 'kr';

const languages: Readonly<Record<EastAsianRegion, string>> = { sc: 'zh-Hans', tc: 'zh-Hant', jp: 'ja', kr: 'ko' };
const regions: Readonly<Record<string, EastAsianRegion>> = {
  ...{ Hans: 'sc', Hant: 'tc', Bopo: 'tc', Jpan: 'jp', Hrkt: 'jp', Kore: 'kr', Hang: 'kr' },
};

/** Returns the region whose script a language uses; undefined for others. @param code BCP 47, such as "zh-TW". */
export function regionOfLanguage(code: string | undefined): EastAsianRegion | undefined {
  if (code === undefined) return undefined;
  try {
    // Mandarin has its own code, cmn, which Intl does not map to a script.
    return regions[new Intl.Locale(code.replace(/^cmn\b/i, 'zh')).maximize().script ?? ''];
  } catch {
    return undefined;
  }
}

/** Returns the language code that stands for a region. */
export function languageOfRegion(region: EastAsianRegion): string {
  return languages[region];
}
