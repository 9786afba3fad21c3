import * as z from 'zod';

/** Where a GIF comes from: a file that was uploaded, or one that a pasted link led to. */
const conversionTypes = ['pastedLink', 'blob'] as const;

/** Asks for a GIF as a video. */
export const createConversionBody = z.object({
  /** The address of the GIF on this server, or a media object with it; of type pastedLink also one elsewhere. */
  resource: z.union([z.string().min(1).max(4096), z.looseObject({ url: z.string().min(1).max(4096) })]),
  type: z.enum(conversionTypes).default('blob'),
  /** The link that was pasted. */
  pastedUrl: z.string().max(2000).optional(),
});

/** Answer to a request for a conversion. */
export const createConversionAnswer = z.object({ conversion_id: z.string() });

/** How far a conversion is: COMPLETE, FAILED and CANCELLED are its ends. */
export const conversionStatus = z.enum(['PENDING', 'RUNNING', 'COMPLETE', 'FAILED', 'CANCELLED']);

/** A GIF that is, or was, turned into a video. */
export const conversionRecord = z.object({
  _id: z.string(),
  status: conversionStatus,
  /** Address of the WebM once it is COMPLETE; null until then. */
  output_url: z.string().nullable(),
  /** Name of the GIF. */
  input_name: z.string(),
  /** Why it FAILED. */
  error: z.object({ code: z.string(), message: z.string() }).optional(),
});

/** How far a conversion is. */
export type ConversionStatus = z.infer<typeof conversionStatus>;
/** A request for a conversion. */
export type CreateConversionBody = z.input<typeof createConversionBody>;
/** A conversion as it is told. */
export type ConversionRecord = z.infer<typeof conversionRecord>;

/** How often a conversion is asked after, milliseconds. */
export const CONVERSION_POLL_MS = 2000;
