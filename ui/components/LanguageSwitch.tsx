import { chooseLanguage, type Language, language, languages } from '../texts/language.ts';

/** The way into each other language, called as its speakers call it. */
export function LanguageSwitch() {
  return (Object.keys(languages) as Language[])
    .filter((tag) => tag !== language)
    .map((tag) => (
      <button
        key={tag}
        type="button"
        className="button quiet language"
        lang={tag}
        translate="no"
        onClick={() => chooseLanguage(tag)}
      >
        {languages[tag]}
      </button>
    ));
}
