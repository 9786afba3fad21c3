import * as z from 'zod';
import { MAX_URL_LENGTH } from '../../engine/project/limits.ts';
import { uploadedMedia } from './upload.ts';

/** Body of extract: a link to a file, or to a page that shows one. */
export const extractBody = z.object({ url: z.string().min(1).max(MAX_URL_LENGTH) });

/** Answer of extract: what the link led to, which is now a file of this server. */
export const extractAnswer = uploadedMedia.extend({
  isGif: z.boolean(),
  /** A picture that is no GIF. */
  isImage: z.boolean(),
  /** The sound of a video that has none itself, where it is a file of its own; else null. */
  soundUrl: z.string().nullable(),
});

/** Answer of extract: what the link led to, which is now a file of this server. */
export type ExtractedMedia = z.infer<typeof extractAnswer>;
