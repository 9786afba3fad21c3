/** Translation of the interface; none is set while the page is in English. */
export interface Translation {
  /** BCP 47 tag for numbers and dates. */
  locale: string;
  /** Translates a sentence; unknown sentences are unchanged. */
  sentence(text: string): string;
  /** Translates the texts in an element's props. */
  props(type: unknown, props: Props): Props;
}

/** Props of an element or component. */
export type Props = Readonly<Record<string, unknown>>;

let spoken: Translation | undefined;

/** Sets the translation. Must be called before the first element is created. */
export function speak(translation: Translation): void {
  spoken = translation;
}

/** Translates an English sentence. Not needed for elements: `jsx-runtime.ts` translates theirs. */
export function t(text: string): string {
  return spoken ? spoken.sentence(text) : text;
}

/**
 * Marks user content within a sentence, so that it is not translated even if it equals a text of the interface.
 * Elements that contain nothing else use `translate="no"` instead.
 */
export function own(text: string): string {
  // Unicode isolates; the lookup removes them.
  return spoken ? `\u2068${text.replace(/[\u2068\u2069]/g, '')}\u2069` : text;
}

/** Translates the props of an element. */
export function translated(type: unknown, props: Props): Props {
  return spoken ? spoken.props(type, props) : props;
}

/** Returns the locale of numbers and dates. @param english value for an English page: a locale, or the browser's. */
export function locale<T>(english: T): string | T {
  return spoken ? spoken.locale : english;
}
