import * as z from 'zod';
import { MAX_URL_LENGTH } from '../../engine/project/limits.ts';
import { uploadedMedia } from './upload.ts';

/** Body of extract: a link to a file, or to a page that shows one. */
export const extractBody = z.object({ url: z.string().min(1).max(MAX_URL_LENGTH) });

/** Answer of extract: the fetched media, now a file of this server. */
export const extractAnswer = uploadedMedia.extend({
  isGif: z.boolean(),
  /** An image that is not a GIF. */
  isImage: z.boolean(),
  /** Audio of a silent video, if it is a separate file; otherwise null. */
  soundUrl: z.string().nullable(),
});

/** Answer of extract. */
export type ExtractedMedia = z.infer<typeof extractAnswer>;
