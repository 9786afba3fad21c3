import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import { groupWords, type RecognizedWord } from '../../engine/edit/gatherCues.ts';
import { newId } from '../../engine/project/id.ts';
import type { Cue } from '../../engine/project/subtitles.ts';
import type { SpeechLanguage } from '../contract/speechLanguages.ts';
import type { TranscriptionProgress } from '../contract/transcription.ts';
import { trackOf } from '../renderer/media/audioTracks.ts';
import { probeFile } from '../renderer/media/probe.ts';
import type { Budget } from '../system/budget.ts';
import { makeWorkFolder } from '../system/temporary.ts';
import type { SpeechEngine } from './engine.ts';
import { extractAudio, type Piece, splitAtPauses, writePiece } from './speechAudio.ts';

/** Options of a transcription. */
export interface Transcribing {
  engine: SpeechEngine;
  languageCode: SpeechLanguage;
  /** Length of the file in seconds. */
  duration: number;
  /** Audio track to transcribe, from 1; undefined: the file's default. */
  audioTrack?: number | undefined;
  /** Folder for temporary files, which are deleted at the end. */
  folder: string;
  budget: Pick<Budget, 'run'>;
  signal: AbortSignal;
  /** Gets each completed step, and the share of recognized audio. */
  onProgress: (progress: Partial<TranscriptionProgress>) => void;
}

/**
 * Transcribes a local media file with audio to subtitles. Spans are recognized one after the other, so memory does not
 * depend on length.
 * @throws SpeechFailedError; ProcessError if the audio cannot be decoded; DiskFullError; the signal's reason when
 * aborted.
 */
export async function transcribe(given: string, transcribing: Transcribing): Promise<Cue[]> {
  // See probeFile.
  const file = path.resolve(given);
  const { engine, duration, folder, budget, signal, onProgress } = transcribing;
  const work = await makeWorkFolder(folder);
  try {
    const sound = path.join(work, 'sound.raw');
    const track = trackOf(await probeFile(file, { signal }), transcribing.audioTrack);
    await extractAudio(file, { track, seconds: duration }, { out: sound, budget, signal });
    onProgress({ extracted: true });
    const { pieces, seconds } = await splitAtPauses(sound, engine.longestPiece);
    onProgress({ conformed: true });
    const recognized = await listen(sound, pieces, work, transcribing, seconds);
    return groupWords(recognized, Math.max(duration, seconds), newId);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function listen(
  sound: string,
  pieces: readonly Piece[],
  work: string,
  { engine, languageCode, budget, signal, onProgress }: Transcribing,
  seconds: number,
): Promise<RecognizedWord[]> {
  const recognized: RecognizedWord[] = [];
  const samples = await open(sound);
  try {
    for (const piece of pieces) {
      signal.throwIfAborted();
      const wav = path.join(work, 'piece.wav');
      await writePiece(samples, piece, wav);
      const length = piece.to - piece.from;
      const recognize = () => engine.recognize(wav, length, { languageCode, signal });
      const words = await budget.run({ memory: engine.memory }, recognize, signal);
      const later = (time: number) => piece.from + Math.min(time, length);
      for (const word of words)
        recognized.push({ ...word, startTime: later(word.startTime), endTime: later(word.endTime) });
      onProgress({ speech: Math.min(1, piece.to / seconds) });
    }
    return recognized;
  } finally {
    await samples.close();
  }
}
