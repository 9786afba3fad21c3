/** What another language puts in place of the English sentences; nothing where the page speaks English. */
export interface Translation {
  /** BCP 47, for numbers and dates. */
  locale: string;
  /** A sentence as it is shown; one that the catalogue does not know stays. */
  sentence(text: string): string;
  /** What an element gets, with its texts translated. */
  props(type: unknown, props: Props): Props;
}

/** What an element or a component is given. */
export type Props = Readonly<Record<string, unknown>>;

let spoken: Translation | undefined;

/** Makes the page speak another language from its next element on. Call it before the first one. */
export function speak(translation: Translation): void {
  spoken = translation;
}

/** An English sentence in the language of the page. Elements need none of it: `jsx-runtime.ts` asks for theirs. */
export function t(text: string): string {
  return spoken ? spoken.sentence(text) : text;
}

/**
 * What a person wrote, for a place in a sentence: it stays as it is, also where it is a word of the interface. Elements that show
 * nothing else have `translate="no"` instead.
 */
export function own(text: string): string {
  // Unicode's marks of what is apart from the sentence around it: they go as the sentence is looked up.
  return spoken ? `\u2068${text.replace(/[\u2068\u2069]/g, '')}\u2069` : text;
}

/** What an element gets, in the language of the page. */
export function translated(type: unknown, props: Props): Props {
  return spoken ? spoken.props(type, props) : props;
}

/** The language of numbers and dates. @param english what it is where the page speaks English: its own, or the browser's. */
export function locale<T>(english: T): string | T {
  return spoken ? spoken.locale : english;
}
