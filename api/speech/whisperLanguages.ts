import { primaryOf, type SpeechLanguage, speechLanguages } from '../contract/speechLanguages.ts';

/** Languages whose codes the models of Whisper write otherwise, and those of ours that they do not know. */
const renamed: Readonly<Record<string, string>> = { fil: 'tl', nb: 'no', jv: 'jw' };
const unknown: readonly string[] = ['yue', 'zu'];

/** The languages that the models of Whisper know. */
export const whisperLanguages: readonly SpeechLanguage[] = speechLanguages.filter(
  (code) => !unknown.includes(primaryOf(code)),
);

/** A language as the models of Whisper write it. */
export function whisperLanguage(code: SpeechLanguage): string {
  const language = primaryOf(code);
  return renamed[language] ?? language;
}
