import type { RecognizedWord } from '../../engine/edit/gatherCues.ts';
import type { SpeechLanguage } from '../contract/speechLanguages.ts';

/** A speech recognition engine. */
export interface SpeechEngine {
  /** Display name; another name or model may recognize the same audio differently. */
  name: string;
  /** Note for users before they use it. */
  hint?: string | undefined;
  languageCodes: readonly SpeechLanguage[];
  /** Longest audio per call, in seconds. */
  longestPiece: number;
  /** Memory that it uses on this machine, in bytes. */
  memory: number;
  /**
   * Recognizes the words of an audio file, with times in seconds from its start.
   * @param file WAV, 16 kHz, mono. @param seconds its length.
   * @throws SpeechFailedError; the signal's reason when aborted.
   */
  recognize(file: string, seconds: number, asked: RecognizeOptions): Promise<RecognizedWord[]>;
}

/** Options of a recognition. */
export interface RecognizeOptions {
  languageCode: SpeechLanguage;
  signal: AbortSignal;
}

/** The engine failed. `message` is written for operators. */
export class SpeechFailedError extends Error {
  override name = 'SpeechFailedError';
}
