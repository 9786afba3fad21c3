/** Where the letters that Chinese, Japanese and Korean share are drawn in one way: Simplified and Traditional Chinese, Japan, Korea. */
export type EastAsianRegion = 'sc' | 'tc' | 'jp' | 'kr';

const languages: Readonly<Record<EastAsianRegion, string>> = { sc: 'zh-Hans', tc: 'zh-Hant', jp: 'ja', kr: 'ko' };
const regions: Readonly<Record<string, EastAsianRegion>> = {
  ...{ Hans: 'sc', Hant: 'tc', Bopo: 'tc', Jpan: 'jp', Hrkt: 'jp', Kore: 'kr', Hang: 'kr' },
};

/** The region that a language is written in; undefined where it is another one. @param code of BCP 47, such as "zh-TW". */
export function regionOfLanguage(code: string | undefined): EastAsianRegion | undefined {
  if (code === undefined) return undefined;
  try {
    // Mandarin and Cantonese go by names of their own too.
    return regions[new Intl.Locale(code.replace(/^cmn\b/i, 'zh')).maximize().script ?? ''];
  } catch {
    return undefined;
  }
}

/** A language that is written in a region. */
export function languageOfRegion(region: EastAsianRegion): string {
  return languages[region];
}
