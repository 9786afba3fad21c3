import * as z from 'zod';

/** Origin of a GIF: an uploaded file, or a pasted link. */
const conversionTypes = ['pastedLink', 'blob'] as const;

/** Body of a request for a conversion. */
export const createConversionBody = z.object({
  /** URL of the GIF on this server, or a media object with it; for type pastedLink also a URL elsewhere. */
  resource: z.union([z.string().min(1).max(4096), z.looseObject({ url: z.string().min(1).max(4096) })]),
  type: z.enum(conversionTypes).default('blob'),
  /** The pasted link. */
  pastedUrl: z.string().max(2000).optional(),
});

/** Answer to a request for a conversion. */
export const createConversionAnswer = z.object({ conversion_id: z.string() });

/** State of a conversion: COMPLETE, FAILED and CANCELLED are final. */
export const conversionStatus = z.enum(['PENDING', 'RUNNING', 'COMPLETE', 'FAILED', 'CANCELLED']);

/** A conversion of a GIF to a video. */
export const conversionRecord = z.object({
  _id: z.string(),
  status: conversionStatus,
  /** URL of the WebM once it is COMPLETE; null until then. */
  output_url: z.string().nullable(),
  /** Name of the GIF. */
  input_name: z.string(),
  /** Why it FAILED. */
  error: z.object({ code: z.string(), message: z.string() }).optional(),
});

/** State of a conversion. */
export type ConversionStatus = z.infer<typeof conversionStatus>;
/** A request for a conversion. */
export type CreateConversionBody = z.input<typeof createConversionBody>;
/** A conversion as returned by the API. */
export type ConversionRecord = z.infer<typeof conversionRecord>;

/** Milliseconds between polls of a conversion. */
export const CONVERSION_POLL_MS = 2000;
