import { uploadPath } from '../sources/library.ts';

/** Where the bytes of an upload are put, below /api/v1; the id is in the query. */
export const PUT_PATH = '/upload/resumable';
/** Where they are put with a signature, below /api/v1. */
export const SIGNED_PATH = '/upload/signed/';

/** Where an upload is read once it is there. */
export function readUri(origin: string, upload: Parameters<typeof uploadPath>[0]): string {
  return origin + uploadPath(upload);
}
