import { uploadPath } from '../sources/library.ts';

/** Route for the bytes of an upload, below /api/v1; the id is in the query. */
export const PUT_PATH = '/upload/resumable';
/** Route for signed uploads, below /api/v1. */
export const SIGNED_PATH = '/upload/signed/';

/** Returns the URL of a finished upload. */
export function readUri(origin: string, upload: Parameters<typeof uploadPath>[0]): string {
  return origin + uploadPath(upload);
}
