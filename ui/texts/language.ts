import { storeChoice, storedChoice } from '../client/page/storedChoice.ts';

/** Languages of the interface, with their native names. */
export const languages = { en: 'English', de: 'Deutsch' };

/** BCP 47 tag of an interface language. */
export type Language = keyof typeof languages;

const key = 'cutroom-language';

/** Language of the page: the stored choice, else the first supported language of the browser. */
export const language = [storedChoice(key) ?? '', ...navigator.languages, 'en']
  .map((tag) => tag.slice(0, 2))
  .find((tag) => tag in languages) as Language;
document.documentElement.lang = language;

/** Stores a language and reloads the page in it. */
export function chooseLanguage(next: Language): void {
  storeChoice(key, next);
  location.reload();
}
