import * as z from 'zod';

/** One file that is to be uploaded: its name and type as the user's machine calls them, its size in bytes if known. */
export const uploadFile = z.object({
  fileName: z.string().max(1024),
  fileType: z.string().max(255),
  size: z.number().int().min(0).optional(),
});

/** Body of createResumableUpload. At most 100 files a call. */
export const createUploadBody = z.object({
  files: z.array(uploadFile).max(100),
});

/** Where to PUT the bytes, and where they can be read from after that. */
const uploadUris = z.object({
  upload_uri: z.string(),
  read_uri: z.string(),
});

/** Answer of createResumableUpload, in the order of the files. */
export const createUploadAnswer = z.object({ uris: z.array(uploadUris) });

/** Answer of s3-sign: one request that uploads the file, without a session, until it expires. */
export const signedUpload = z.object({
  method: z.literal('PUT'),
  /** Where to send the bytes: to this server, or to the store that it keeps files in. */
  signedRequest: z.string(),
  /** Headers that must be sent with them; the type is part of what is signed. */
  headers: z.record(z.string(), z.string()),
  /** Where the file can be read after that. */
  url: z.string(),
  /**
   * Where to POST, without a body, once the bytes are there: the answer says what the file turned out to be, as that of a
   * resumable upload. Who only reads the file, or uses it in a project, need not ask.
   */
  completeRequest: z.string(),
  /** When the addresses end, in the form of ISO 8601. */
  expires: z.string(),
});

/** One of the audio tracks of a file. */
const audioTrackFacts = z.object({
  /** As ffmpeg names it. */
  codec: z.string(),
  channels: z.number(),
  /** ISO 639-2; '' where the file does not say. */
  language: z.string(),
  /** '' where the file has none. */
  title: z.string(),
  /** Whether the file marks it as the one to play. */
  isDefault: z.boolean(),
});

/** Answer of the PUT that completes an upload: what the file turned out to be. */
export const uploadedMedia = z.object({
  name: z.string(),
  url: z.string(),
  /** Bytes. */
  size: z.number(),
  /** Sniffed from the content, not taken from the name. */
  mime: z.string(),
  kind: z.enum(['video', 'image', 'audio', 'font']).nullable(),
  /** Pixels, as shown; 0 for audio. */
  width: z.number(),
  height: z.number(),
  /** Seconds; 0 for an image. */
  duration: z.number(),
  /** Frames a second of a video that has more than 60; absent: fewer. */
  fps: z.number().optional(),
  hasAudio: z.boolean(),
  animated: z.boolean(),
  /** Its audio tracks, where there are several: a project chooses one by `audioTrack`, from 1. */
  audioTracks: z.array(audioTrackFacts).readonly().optional(),
  /** Index, from 0, of the audio track that is used unless a project chooses one. */
  audioTrack: z.number().optional(),
});

/** One file that is to be uploaded. */
export type UploadFile = z.infer<typeof uploadFile>;
/** Where to PUT the bytes, and where they can be read from after that. */
export type UploadUris = z.infer<typeof uploadUris>;
/** What an uploaded file turned out to be. */
export type UploadedMedia = z.infer<typeof uploadedMedia>;
/** One request that uploads a file. */
export type SignedUpload = z.infer<typeof signedUpload>;
