import { chooseLanguage, type Language, language, languages } from '../texts/language.ts';

/** A button for each other language, labeled in that language. */
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
