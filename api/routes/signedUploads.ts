import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import type { SignedUpload } from '../contract/upload.ts';
import type { NewUpload, UploadRow } from '../db/tables.ts';
import { fail } from '../system/serviceError.ts';
import { readUri, SIGNED_PATH } from './uploadAddresses.ts';

/** Lifetime of a signed URL in seconds. */
const SIGNED_SECONDS = 3600;

/** Query parameters of a signed URL. */
export const signedQuery = z.object({
  expires: z.string().max(20).optional(),
  signature: z.string().max(128).optional(),
});

/**
 * Signs a request that uploads a file without a session. The key is the upload's own secret, which is never sent.
 * @param direct signed URL of the storage if it accepts the file itself; default: this service does.
 */
export function signUpload(upload: NewUpload, origin: string, direct: string | undefined): SignedUpload {
  const expires = Math.floor(Date.now() / 1000) + SIGNED_SECONDS;
  const query = new URLSearchParams({ expires: String(expires), signature: signatureOf(upload, String(expires)) });
  const own = `${origin}/api/v1${SIGNED_PATH}${upload.id}?${query}`;
  return {
    method: 'PUT',
    signedRequest: direct ?? own,
    headers: { 'content-type': upload.declared_type },
    url: readUri(origin, upload),
    completeRequest: own,
    expires: new Date(expires * 1000).toISOString(),
  };
}

/**
 * Checks a signature. @param type the request's Content-Type. @throws ServiceError 403 if it does not match, 410 if it has
 * expired.
 */
export function checkSignature(upload: UploadRow, query: z.infer<typeof signedQuery>, type: string | undefined): void {
  const { expires = '', signature = '' } = query;
  const [sent, right] = [Buffer.from(signature), Buffer.from(signatureOf(upload, expires))];
  const isRight = sent.length === right.length && timingSafeEqual(sent, right) && type === upload.declared_type;
  if (!isRight) throw fail('forbidden', 'The signature of this address does not match this request.');
  if (Number(expires) < Date.now() / 1000) throw fail('gone', 'This address has expired. Please ask for a new one.');
}

function signatureOf({ id, token, declared_type }: NewUpload, expires: string): string {
  return createHmac('sha256', token)
    .update(JSON.stringify(['PUT', id, declared_type, expires]))
    .digest('hex');
}
