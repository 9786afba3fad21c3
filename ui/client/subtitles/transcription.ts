import { proxy } from 'valtio/vanilla';
import type { SpeechLanguage } from '../../../api/contract/speechLanguages.ts';
import {
  TRANSCRIPTION_MOST_FAILURES,
  TRANSCRIPTION_POLL_MS,
  type TranscriptionProgress,
  type TranscriptionRecord,
} from '../../../api/contract/transcription.ts';
import { createTranscriptionClient } from '../../../api/contract/transcriptionClient.ts';
import { mapMediaUrls, mediaReferences } from '../../../engine/project/media.ts';
import type { Project } from '../../../engine/project/project.ts';
import { speechMessages } from '../../../engine/project/speechMessages.ts';
import type { Cue } from '../../../engine/project/subtitles.ts';
import { ensureUploaded } from '../media/uploads.ts';
import { showError } from '../page/notices.ts';
import { owner } from '../page/owner.ts';
import { isApiError } from '../page/server.ts';
import { addImportedCues } from './importCues.ts';

/** Running transcription and its progress. */
export const transcription = proxy({
  /** Id of the tool or layer it belongs to; '' if none is running. */
  of: '',
  id: null as string | null,
  /** Uploaded share of the file, 0 to 1; undefined once it is uploaded. */
  sent: undefined as number | undefined,
  /** undefined until the server has reported it. */
  progress: undefined as TranscriptionProgress | undefined,
});

/** What is transcribed: a file, or all speech of a project. */
export type TranscriptionSource =
  | {
      /** Media reference of the video. */
      url: string;
      /** Audio track of the video, from 1; undefined: its default. */
      audioTrack?: number | undefined;
    }
  | { project: Project };

/** Request for a transcription. */
export interface TranscriptionRequest {
  /** See `transcription`. */
  of: string;
  source: TranscriptionSource;
  languageCode: SpeechLanguage;
  /** Returns whether the result is still needed. Default: always. */
  isStillNeeded?: () => boolean;
  /** Adds the resulting cues, with facts about the transcription. */
  land: (edit: (cues: readonly Cue[]) => readonly Cue[], result: FinishedTranscription) => unknown;
  /** Stores the id of the pending transcription; undefined if none is pending. */
  note: (known: { transcriptionId: string | undefined; finishedTranscribingAt: undefined }) => void;
}

/** A finished transcription. */
export interface FinishedTranscription {
  transcriptionId: string;
  /** ISO 8601. */
  finishedTranscribingAt: string;
}

let running: AbortController | undefined;
const client = createTranscriptionClient({ fetch: (input, init) => fetch(input, init) });

/** Transcribes a video or a project and adds its cues to the list. @returns whether it succeeded. */
export function transcribe({ source, languageCode, ...asked }: TranscriptionRequest): Promise<boolean> {
  return runTranscription(asked, (signal) => startTranscription({ source, languageCode }, signal));
}

/** Resumes a transcription that began before a reload. @param id of the transcription. @returns whether it succeeds. */
export function resumeTranscribing(
  asked: Omit<TranscriptionRequest, 'source' | 'languageCode'>,
  id: string,
): Promise<boolean> {
  return runTranscription(asked, async () => {
    transcription.sent = undefined;
    return id;
  });
}

async function runTranscription(
  { of, isStillNeeded = () => true, land, note }: Omit<TranscriptionRequest, 'source' | 'languageCode'>,
  start: (signal: AbortSignal) => Promise<string>,
): Promise<boolean> {
  stopTranscribing();
  const ending = new AbortController();
  const { signal } = ending;
  running = ending;
  Object.assign(transcription, { of, id: null, sent: 0, progress: undefined });
  const noteId = (transcriptionId?: string) => note({ transcriptionId, finishedTranscribingAt: undefined });
  let id: string | undefined;
  try {
    id = await start(signal);
    transcription.id = id;
    noteId(id);
    const { response } = await finished(id, isStillNeeded, signal);
    noteId();
    const result = { transcriptionId: id, finishedTranscribingAt: new Date().toISOString() };
    return insertCues(response.subtitles, (edit) => land(edit, result));
  } catch (error) {
    if (id !== undefined) noteId();
    if (!signal.aborted) showError(error instanceof Error ? error.message : undefined);
    if (running === ending) stopTranscribing();
    return false;
  } finally {
    if (running === ending) {
      running = undefined;
      Object.assign(transcription, { of: '', id: null, sent: undefined, progress: undefined });
    }
  }
}

/** Cancels the running transcription, also on the server. */
export function stopTranscribing(): void {
  const { id } = transcription;
  running?.abort(new DOMException('Stopped.', 'AbortError'));
  running = undefined;
  Object.assign(transcription, { of: '', id: null, sent: undefined, progress: undefined });
  // If this request fails, the server finishes the unused transcription; nothing here waits for it.
  if (id !== null) client.cancelTranscription(id).catch(() => undefined);
}

/** Uploads the files if needed and requests their transcription. @throws Error with a message for the user. */
async function startTranscription(
  { source, languageCode }: Pick<TranscriptionRequest, 'source' | 'languageCode'>,
  signal: AbortSignal,
): Promise<string> {
  try {
    const onProgress = (sent: number, total: number) => {
      transcription.sent = total > 0 ? sent / total : 0;
    };
    const urls = 'url' in source ? [source.url] : mediaReferences(source.project).map(({ url }) => url);
    const addresses = await ensureUploaded(urls, { signal, onProgress });
    transcription.sent = undefined;
    const addressOf = (url: string) => addresses.get(url) ?? url;
    const creator = owner === '' ? {} : { creator: owner };
    if ('project' in source) {
      const project = mapMediaUrls(source.project, addressOf);
      return await client.createTranscription({ ...creator, project, languageCode }, { signal });
    }
    const { url, audioTrack } = source;
    const track = audioTrack === undefined ? {} : { audioTrack };
    const sourceVideo = addressOf(url);
    return await client.createTranscription({ ...creator, sourceVideo, languageCode, ...track }, { signal });
  } catch (error) {
    if (signal.aborted) throw error;
    console.error(error);
    // A server message about the file is more helpful than a generic one.
    const hasMessage = isApiError(error) && error.status >= 400 && error.status < 500 && error.message !== '';
    throw new Error(hasMessage ? error.message : speechMessages.notStarted);
  }
}

/** Polls every few seconds until the transcription is done. @throws Error with a message for the user. */
async function finished(id: string, isStillNeeded: () => boolean, signal: AbortSignal): Promise<TranscriptionRecord> {
  let failures = 0;
  while (true) {
    await pause(TRANSCRIPTION_POLL_MS, signal);
    const record = await client.getTranscription(id, { signal }).catch(() => undefined);
    if (!signal.aborted && !isStillNeeded()) stopTranscribing();
    signal.throwIfAborted();
    if (record?.success && record.response.done) return record;
    if (record?.error?.code === 'cancelled') throw new Error(record.error.message);
    failures = record?.success ? 0 : failures + 1;
    if (failures >= TRANSCRIPTION_MOST_FAILURES) throw new Error(speechMessages.failed);
    if (record?.success) transcription.progress = record.response.progress;
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}

function insertCues(added: readonly Cue[], land: (edit: (cues: readonly Cue[]) => readonly Cue[]) => unknown): boolean {
  if (added.length === 0) {
    showError(speechMessages.noSpeech);
    return false;
  }
  addImportedCues(added, land);
  return true;
}
