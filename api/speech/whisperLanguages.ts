import { primaryOf, type SpeechLanguage, speechLanguages } from '../contract/speechLanguages.ts';

/** Languages with other codes in Whisper models, and those that they do not know. */
const renamed: Readonly<Record<string, string>> = { fil: 'tl', nb: 'no', jv: 'jw' };
const unknown: readonly string[] = ['yue', 'zu'];

/** Languages that Whisper models know. */
export const whisperLanguages: readonly SpeechLanguage[] = speechLanguages.filter(
  (code) => !unknown.includes(primaryOf(code)),
);

/** Returns the code of a language in Whisper models. */
export function whisperLanguage(code: SpeechLanguage): string {
  const language = primaryOf(code);
  return renamed[language] ?? language;
}
