import { rm } from 'node:fs/promises';
import { isWebAddress } from '../../../engine/project/pastedUrl.ts';
import { ProblemError } from '../../../engine/project/problems.ts';
import { speechMessages } from '../../../engine/project/speechMessages.ts';
import type { TranscriptionProgress } from '../../contract/transcription.ts';
import type { StoredError, TranscriptionRow } from '../../db/tables.ts';
import { retryDatabase } from '../../jobs/retryDatabase.ts';
import type { Running, WorkKind } from '../../jobs/workKind.ts';
import { workKindOf } from '../../jobs/workStore.ts';
import { SpeechFailedError } from '../../speech/engine.ts';
import { findEngineFor } from '../../speech/findEngine.ts';
import type { SpeechSettings } from '../../speech/speechSettings.ts';
import { transcribe } from '../../speech/transcribe.ts';
import type { Folders } from '../../storage/folders.ts';
import { NotStoredError } from '../../storage/storage.ts';
import type { Budget } from '../../system/budget.ts';
import { diskFullMessage, isDiskFull } from '../../system/diskFull.ts';
import { ProcessError } from '../../system/process.ts';
import { ServiceError } from '../../system/serviceError.ts';
import { makeWorkFolder } from '../../system/temporary.ts';
import { type FoundMedia, type Library, uploadPath } from '../library.ts';
import type { Links } from '../links/links.ts';
import { OverQuotaError } from '../uploadLimits.ts';
import { expectTranscribable } from './expectTranscribable.ts';
import { renderSpeech } from './projectSpeech.ts';
import { expectTrack, splitTrack } from './sourceTrack.ts';
import type { TranscriptionStore } from './transcriptionStore.ts';

/** What transcriptions need. */
export interface TranscriptionContext {
  store: TranscriptionStore;
  library: Pick<Library, 'find' | 'locate'>;
  links: Pick<Links, 'accept'>;
  folders: Pick<Folders, 'work' | 'probes' | 'fonts'>;
  budget: Budget;
  speech: SpeechSettings;
  onError: (error: unknown, what: string) => void;
}

/** Transcribes speech to subtitles. */
export function transcriptionKind(
  context: TranscriptionContext,
): WorkKind<TranscriptionRow, Partial<TranscriptionProgress>> {
  const { store, onError } = context;
  const ownFailureOf = (error: unknown) => {
    // The requester learns that it failed; the operator's log has the reason.
    if (error instanceof SpeechFailedError) onError(error, 'could not recognize speech');
    return failureOf(error);
  };
  return {
    ...workKindOf('transcription', store, ownFailureOf),
    run: (row, running) => runTranscription(context, row, running),
    beat: store.beat,
  };
}

async function runTranscription(
  context: TranscriptionContext,
  row: TranscriptionRow,
  { signal, report, stopHeartbeats }: Running<Partial<TranscriptionProgress>>,
): Promise<void> {
  const { store, folders, budget, speech } = context;
  let progress: Partial<TranscriptionProgress> = {};
  const onProgress = (more: Partial<TranscriptionProgress>) => {
    progress = { ...progress, ...more };
    report(progress);
  };
  onProgress({});
  const engine = findEngineFor(speech, row.language_code);
  const hear = async (file: string, duration: number, audioTrack?: number) => {
    onProgress({ downloaded: true });
    const how = { engine, languageCode: row.language_code, duration, audioTrack, folder: folders.work };
    const cues = await transcribe(file, { ...how, budget, signal, onProgress });
    await stopHeartbeats();
    await retryDatabase(() => store.finish(row, cues), signal);
  };
  if (row.project) {
    const workDir = await makeWorkFolder(folders.work);
    try {
      const rendered = await renderSpeech(context, row.project, { by: row, workDir, signal });
      return await hear(rendered.path, rendered.duration);
    } finally {
      await rm(workDir, { recursive: true, force: true });
    }
  }
  const found = await findSource(context, row, signal);
  expectTranscribable(found.facts);
  const { audioTrack } = splitTrack(row.source_url);
  expectTrack(audioTrack, found);
  const source = await found.open(signal);
  try {
    await hear(source.path, found.facts.duration, audioTrack);
  } finally {
    source.release();
  }
}

/** Finds the file on this server. A link is fetched first; of two files, the one with the audio is used. */
async function findSource(
  { library, links }: TranscriptionContext,
  row: TranscriptionRow,
  signal: AbortSignal,
): Promise<FoundMedia> {
  let { url } = splitTrack(row.source_url);
  if (isWebAddress(url)) {
    const { media, sound } = await links.accept(url, row, signal);
    url = uploadPath(sound ?? media);
  }
  const found = await library.find(url, []);
  if ('code' in found) throw new ProblemError([found]);
  return found;
}

/** Returns the error to show to the requester. */
export function failureOf(error: unknown): StoredError {
  if (error instanceof SpeechFailedError) return { code: 'unavailable', message: speechMessages.failed };
  if (error instanceof OverQuotaError) return { code: 'too-many-requests', message: error.message };
  if (error instanceof ServiceError) return { code: error.code, message: error.message };
  if (error instanceof ProblemError)
    return { code: 'invalid', message: error.problems[0]?.message ?? speechMessages.failed };
  if (error instanceof NotStoredError) return { code: 'not-found', message: 'This file no longer exists.' };
  // A program may also fail because of a full disk.
  if (isDiskFull(error)) return { code: 'disk-full', message: diskFullMessage };
  if (error instanceof ProcessError && error.reason === 'exit')
    return { code: 'unreadable', message: 'The audio of this file cannot be decoded.' };
  return { code: 'internal', message: speechMessages.failed };
}
