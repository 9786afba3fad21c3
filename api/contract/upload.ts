import * as z from 'zod';

/** A file to upload: its name and type according to the user's system, and its size in bytes, if known. */
export const uploadFile = z.object({
  fileName: z.string().max(1024),
  fileType: z.string().max(255),
  size: z.number().int().min(0).optional(),
});

/** Body of createResumableUpload, with at most 100 files. */
export const createUploadBody = z.object({
  files: z.array(uploadFile).max(100),
});

/** URL to PUT the bytes, and URL to read the file afterwards. */
const uploadUris = z.object({
  upload_uri: z.string(),
  read_uri: z.string(),
});

/** Answer of createResumableUpload, in the order of the files. */
export const createUploadAnswer = z.object({ uris: z.array(uploadUris) });

/** Answer of s3-sign: a request that uploads a file without a session, until it expires. */
export const signedUpload = z.object({
  method: z.literal('PUT'),
  /** URL to send the bytes: of this server, or of its storage. */
  signedRequest: z.string(),
  /** Headers that must be sent with the bytes; the type is part of the signature. */
  headers: z.record(z.string(), z.string()),
  /** URL to read the file afterwards. */
  url: z.string(),
  /**
   * URL to POST without a body after the upload; returns the file's properties like a resumable upload. Optional for
   * clients that only read the file or use it in a project.
   */
  completeRequest: z.string(),
  /** Expiry of the URLs, ISO 8601. */
  expires: z.string(),
});

/** An audio track of a file. */
const audioTrackFacts = z.object({
  /** ffmpeg's name of the codec. */
  codec: z.string(),
  channels: z.number(),
  /** ISO 639-2; '' if the file does not declare it. */
  language: z.string(),
  /** '' if the file has none. */
  title: z.string(),
  /** Whether the file marks it as default. */
  isDefault: z.boolean(),
});

/** Answer of the PUT that completes an upload: the file's properties. */
export const uploadedMedia = z.object({
  name: z.string(),
  url: z.string(),
  /** Bytes. */
  size: z.number(),
  /** Detected from the content, not from the name. */
  mime: z.string(),
  kind: z.enum(['video', 'image', 'audio', 'font']).nullable(),
  /** Pixels, as displayed; 0 for audio. */
  width: z.number(),
  height: z.number(),
  /** Seconds; 0 for an image. */
  duration: z.number(),
  /** Frame rate of a video above 60; absent otherwise. */
  fps: z.number().optional(),
  hasAudio: z.boolean(),
  animated: z.boolean(),
  /** false: every pixel is opaque; absent: unknown. */
  hasAlpha: z.boolean().optional(),
  /** Audio tracks, if there are several: a project selects one by `audioTrack`, from 1. */
  audioTracks: z.array(audioTrackFacts).readonly().optional(),
  /** Index, from 0, of the default audio track. */
  audioTrack: z.number().optional(),
});

/** A file to upload. */
export type UploadFile = z.infer<typeof uploadFile>;
/** URL to PUT the bytes, and URL to read the file afterwards. */
export type UploadUris = z.infer<typeof uploadUris>;
/** Properties of an uploaded file. */
export type UploadedMedia = z.infer<typeof uploadedMedia>;
/** A request that uploads a file. */
export type SignedUpload = z.infer<typeof signedUpload>;

/** Query of the list: `before` is the id of the last upload of the previous page, `search` a part of the name. */
export const uploadListQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  before: z.string().max(64).optional(),
  search: z.string().trim().max(100).optional(),
});

/** Answer of the list: the session's files, newest first; `next` is the `before` of the next page, or null. */
export const uploadList = z.object({
  uploads: z.array(uploadedMedia),
  next: z.string().nullable(),
});
/** Answer of the list. */
export type UploadList = z.infer<typeof uploadList>;
