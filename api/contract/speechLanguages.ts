/** Spoken languages with regions (BCP 47). The server's engine determines which of them are recognized. */
export const speechLanguages = [
  ...['af-ZA', 'am-ET', 'ar-AE', 'ar-BH', 'ar-DZ', 'ar-EG', 'ar-IL', 'ar-IQ', 'ar-JO', 'ar-KW', 'ar-LB', 'ar-MA'],
  ...['ar-OM', 'ar-PS', 'ar-QA', 'ar-SA', 'ar-TN', 'az-AZ', 'bg-BG', 'bn-BD', 'bn-IN', 'ca-ES', 'cs-CZ', 'da-DK'],
  ...['de-AT', 'de-CH', 'de-DE', 'el-GR', 'en-AU', 'en-CA', 'en-GB', 'en-IE', 'en-IN', 'en-KE', 'en-NG', 'en-NZ'],
  ...['en-PH', 'en-SG', 'en-US', 'en-ZA', 'es-AR', 'es-BO', 'es-CL', 'es-CO', 'es-CR', 'es-DO', 'es-EC', 'es-ES'],
  ...['es-GT', 'es-HN', 'es-MX', 'es-NI', 'es-PA', 'es-PE', 'es-PR', 'es-PY', 'es-SV', 'es-US', 'es-UY', 'es-VE'],
  ...['et-EE', 'eu-ES', 'fa-IR', 'fi-FI', 'fil-PH', 'fr-BE', 'fr-CA', 'fr-CH', 'fr-FR', 'gl-ES', 'gu-IN', 'he-IL'],
  ...['hi-IN', 'hr-HR', 'hu-HU', 'hy-AM', 'id-ID', 'is-IS', 'it-CH', 'it-IT', 'ja-JP', 'jv-ID', 'ka-GE', 'km-KH'],
  ...['kn-IN', 'ko-KR', 'lo-LA', 'lt-LT', 'lv-LV', 'ml-IN', 'mr-IN', 'ms-MY', 'nb-NO', 'ne-NP', 'nl-NL', 'pl-PL'],
  ...['pt-BR', 'pt-PT', 'ro-RO', 'ru-RU', 'si-LK', 'sk-SK', 'sl-SI', 'sr-RS', 'su-ID', 'sv-SE', 'sw-KE', 'sw-TZ'],
  ...['ta-IN', 'te-IN', 'th-TH', 'tr-TR', 'uk-UA', 'ur-PK', 'vi-VN', 'yue-HK', 'zh-CN', 'zh-TW', 'zu-ZA'],
] as const;

/** Code of a spoken language. */
export type SpeechLanguage = (typeof speechLanguages)[number];

/** Default language. */
export const defaultLanguage: SpeechLanguage = 'en-US';

/** Whether a string is one of the codes, in the same spelling. */
export function isSpeechLanguage(text: string): text is SpeechLanguage {
  return (speechLanguages as readonly string[]).includes(text);
}

/** Returns the language without its region, such as "en". */
export function primaryOf(code: SpeechLanguage): string {
  return code.split('-')[0] as string;
}

/** Returns the display name of a language, such as "English (United States)". @param locale of the name. */
export function languageName(code: SpeechLanguage, locale = 'en'): string {
  return new Intl.DisplayNames(locale, { type: 'language', languageDisplay: 'standard' }).of(code) ?? code;
}
