import { chooseLanguage, type Language, language, languages } from '../texts/language.ts';

/** Logo: a play icon with a cut through it. */
export function Brand({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="9" fill="#5969e2" />
      <path d="M11 8.6v8.5l7.2-4.1z M11 19.4l10.4-6 3.2 1.8a1 1 0 0 1 0 1.7l-12.1 7a1 1 0 0 1-1.5-.9z" fill="#fff" />
    </svg>
  );
}

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
