import * as z from 'zod';
import { cue } from '../../engine/project/subtitles.ts';
import { defaultLanguage, speechLanguages } from './speechLanguages.ts';

/** Asks for what is said in a video or a sound. */
export const createTranscriptionBody = z.object({
  /** Taken and not used: whose it is follows from the session. */
  creator: z.unknown().optional(),
  /** The address of a file on this server or of one elsewhere, or a media object with it. */
  sourceVideo: z.union([z.string().min(1).max(4096), z.looseObject({ url: z.string().min(1).max(4096) })]),
  languageCode: z.enum(speechLanguages).default(defaultLanguage),
});

/** Answer to a request for a transcription. */
export const createTranscriptionAnswer = z.object({ success: z.boolean(), transcriptionId: z.string() });

/** How far a transcription is. Its steps follow each other: the first that is not over is worked on. */
export const transcriptionProgress = z.object({
  /** The source is here. */
  downloaded: z.boolean(),
  /** Its sound is by itself. */
  extracted: z.boolean(),
  /** The sound is cut where nobody speaks, into pieces that the engine takes. */
  conformed: z.boolean(),
  /** How much of the sound was listened to, 0 to 1. */
  speech: z.number().min(0).max(1),
  done: z.boolean(),
});

/** A transcription as it is told. */
export const transcriptionRecord = z.object({
  /** false: it failed or was cancelled, as `error` says. */
  success: z.boolean(),
  /** Why there will be no result; code "cancelled" where somebody ended it. */
  error: z.object({ code: z.string(), message: z.string() }).optional(),
  response: z.object({
    done: z.boolean(),
    /** Empty until it is done, and where nothing was said. Times are seconds of the source. */
    subtitles: z.array(cue),
    progress: transcriptionProgress,
  }),
});

/** What the server can recognize. */
export const speechAbilities = z.object({
  /** Name of what recognizes, such as "PocketSphinx"; null where there is nothing. */
  engine: z.string().nullable(),
  /** The codes of the languages that it can do. */
  languageCodes: z.array(z.string()),
  /** What a person should know of it, such as what to install; null for nothing. */
  hint: z.string().nullable(),
});

/** A request for a transcription. */
export type CreateTranscriptionBody = z.input<typeof createTranscriptionBody>;
/** How far a transcription is. */
export type TranscriptionProgress = z.infer<typeof transcriptionProgress>;
/** A transcription as it is told. */
export type TranscriptionRecord = z.infer<typeof transcriptionRecord>;
/** What the server can recognize. */
export type SpeechAbilities = z.infer<typeof speechAbilities>;

/** How often a transcription is asked after, milliseconds. */
export const TRANSCRIPTION_POLL_MS = 3000;
/** After so many failures in a row nobody asks any more. */
export const TRANSCRIPTION_MOST_FAILURES = 3;
