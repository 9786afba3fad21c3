import { storeChoice, storedChoice } from '../state/choice.ts';

/** The languages of the interface, each called as its speakers call it. */
export const languages = { en: 'English', de: 'Deutsch' };

/** One of them, as BCP 47 has it. */
export type Language = keyof typeof languages;

const key = 'cutroom-language';

/** What the page speaks: what was chosen here, else the first of the browser's languages that there is. */
export const language = [storedChoice(key) ?? '', ...navigator.languages, 'en']
  .map((tag) => tag.slice(0, 2))
  .find((tag) => tag in languages) as Language;
document.documentElement.lang = language;

/** Loads the page anew in another language, and stays with it. */
export function chooseLanguage(next: Language): void {
  storeChoice(key, next);
  location.reload();
}
