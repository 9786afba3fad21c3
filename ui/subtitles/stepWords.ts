import type { TranscriptionProgress } from '../../api/contract/transcription.ts';

/** Labels of the transcription steps, in order. */
export const steps = ['1/4 Downloading', '2/4 Extracting audio', '3/4 Preparing audio', '4/4 Transcribing'] as const;

/** Returns the zero-based index of the current step. */
export function stepOf({ downloaded, extracted, conformed }: TranscriptionProgress): number {
  const step = [downloaded, extracted, conformed].indexOf(false);
  return step < 0 ? 3 : step;
}

/** Describes the progress of a transcription, such as "4/4 Transcribing 37%". */
export function stepWords(progress: TranscriptionProgress): string {
  const step = stepOf(progress);
  return `${steps[step]}${step === 3 ? ` ${Math.floor(progress.speech * 100)}%` : ' ...'}`;
}
