import * as z from 'zod';
import { audioTrack } from '../../engine/project/fields.ts';
import { cue } from '../../engine/project/subtitles.ts';
import { defaultLanguage, speechLanguages } from './speechLanguages.ts';

/** Body of a request to transcribe a video, an audio file or a project: one of `sourceVideo` and `project`. */
export const createTranscriptionBody = z
  .object({
    /** Accepted and ignored: the session determines the owner. */
    creator: z.unknown().optional(),
    /** URL of a file on this server or elsewhere, or a media object with it. */
    sourceVideo: z.union([z.string().min(1).max(4096), z.looseObject({ url: z.string().min(1).max(4096) })]).optional(),
    /** A project, as in a project file: all of its speech is transcribed. Times are then seconds of its video. */
    project: z.record(z.string(), z.unknown()).optional(),
    languageCode: z.enum(speechLanguages).default(defaultLanguage),
    /** Audio track of the file, from 1; absent: its default. */
    audioTrack: audioTrack.optional(),
  })
  .refine(
    ({ sourceVideo, project }) => (sourceVideo === undefined) !== (project === undefined),
    'Send either sourceVideo or project.',
  );

/** Answer to a request for a transcription. */
export const createTranscriptionAnswer = z.object({ success: z.boolean(), transcriptionId: z.string() });

/** Progress of a transcription. The first incomplete step is the current one. */
export const transcriptionProgress = z.object({
  /** The source is available. */
  downloaded: z.boolean(),
  /** Its audio is extracted. */
  extracted: z.boolean(),
  /** The audio is split at pauses into parts that the engine accepts. */
  conformed: z.boolean(),
  /** Share of the audio that is recognized, 0 to 1. */
  speech: z.number().min(0).max(1),
  done: z.boolean(),
});

/** A transcription as returned by the API. */
export const transcriptionRecord = z.object({
  /** false: it failed or was canceled, see `error`. */
  success: z.boolean(),
  /** Why there is no result; code "cancelled" if it was canceled. */
  error: z.object({ code: z.string(), message: z.string() }).optional(),
  response: z.object({
    done: z.boolean(),
    /** Empty until done, and without speech. Times are seconds of the source, or of the video of a project. */
    subtitles: z.array(cue),
    progress: transcriptionProgress,
  }),
});

/** Speech recognition of the server. */
export const speechAbilities = z.object({
  /** Name of the engine, such as "PocketSphinx"; null if there is none. */
  engine: z.string().nullable(),
  /** Codes of supported languages. */
  languageCodes: z.array(z.string()),
  /** Note for users, such as what to install; null if there is none. */
  hint: z.string().nullable(),
});

/** A request for a transcription. */
export type CreateTranscriptionBody = z.input<typeof createTranscriptionBody>;
/** Progress of a transcription. */
export type TranscriptionProgress = z.infer<typeof transcriptionProgress>;
/** A transcription as returned by the API. */
export type TranscriptionRecord = z.infer<typeof transcriptionRecord>;
/** Speech recognition of the server. */
export type SpeechAbilities = z.infer<typeof speechAbilities>;

/** Milliseconds between polls of a transcription. */
export const TRANSCRIPTION_POLL_MS = 3000;
/** Consecutive failed polls after which polling stops. */
export const TRANSCRIPTION_MOST_FAILURES = 3;
