import type { HeardWord } from '../../engine/edit/gatherCues.ts';
import type { SpeechLanguage } from '../contract/speechLanguages.ts';

/** What turns speech into words. */
export interface SpeechEngine {
  /** What people call it; with another name, or model, the same sound may be heard otherwise. */
  name: string;
  /** What a person should know of it before it is used. */
  hint?: string | undefined;
  languageCodes: readonly SpeechLanguage[];
  /** Longest sound that it is given at a time, seconds. */
  longestPiece: number;
  /** Memory that it takes on this machine, bytes. */
  memory: number;
  /**
   * The words of a sound, seconds from its start.
   * @param file WAV, 16 kHz, one channel. @param seconds its length.
   * @throws SpeechFailedError; the signal's reason when it is aborted.
   */
  recognize(file: string, seconds: number, asked: Asked): Promise<HeardWord[]>;
}

/** How a sound is listened to. */
export interface Asked {
  languageCode: SpeechLanguage;
  signal: AbortSignal;
}

/** The engine could not do its work. `message` is a sentence for the operator. */
export class SpeechFailedError extends Error {
  override name = 'SpeechFailedError';
}

/** There is no engine, or none for this language. `message` is a sentence for a person. */
export class SpeechMissingError extends Error {
  override name = 'SpeechMissingError';
}
