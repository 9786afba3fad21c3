import { randomBytes, timingSafeEqual } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { OPERATOR_FILE } from '../contract/account.ts';
import { hashSecret } from '../sources/ids.ts';
import { ifMissing } from '../system/ifMissing.ts';
import { publish } from '../system/publish.ts';
import { fail } from '../system/serviceError.ts';
import { temporaryName } from '../system/temporary.ts';
import { accountMessages } from './accountError.ts';

/**
 * Returns the operator's secret: the configured one, or one generated and stored in the data folder, readable by its
 * owner only.
 */
export async function operatorToken(root: string, named?: string): Promise<string> {
  if (named) return named;
  const file = path.join(root, OPERATOR_FILE);
  const known = await readFile(file, 'utf8').catch(ifMissing(''));
  if (known.trim() !== '') return known.trim();
  // Empty after a power failure.
  await rm(file, { force: true });
  const draft = temporaryName(file);
  try {
    await writeFile(draft, `operator_${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
    // Concurrent processes agree on the first one.
    await publish(draft, file, { mayReplace: false }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  return (await readFile(file, 'utf8')).trim();
}

/** Admits only the operator. @param authorization the request's header. @throws ServiceError 403 */
export function expectOperator(authorization: string | undefined, secret: string): void {
  if (!isOperator(authorization, secret)) throw fail('forbidden', accountMessages.operatorOnly);
}

/** Whether a request has the operator's token. @param authorization the request's header. */
export function isOperator(authorization: string | undefined, secret: string): boolean {
  const [, token] = /^Bearer (\S+)$/i.exec(authorization ?? '') ?? [];
  return token !== undefined && isSameSecret(token, secret);
}

/** Compares two secrets in constant time. */
function isSameSecret(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(hashSecret(one)), Buffer.from(hashSecret(other)));
}
