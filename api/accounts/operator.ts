import { randomBytes, timingSafeEqual } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { OPERATOR_FILE } from '../contract/account.ts';
import { hashSecret } from '../sources/ids.ts';
import { publish } from '../system/publish.ts';
import { partBeside } from '../system/temporary.ts';
import { AccountError, accountMessages } from './accountError.ts';

/** The secret of whoever runs the server: what they have set, else one that is made once and kept in the data folder, for its owner alone. */
export async function operatorToken(root: string, named?: string): Promise<string> {
  if (named) return named;
  const file = path.join(root, OPERATOR_FILE);
  const known = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return '';
  });
  if (known.trim() !== '') return known.trim();
  // Empty: a loss of power took its content.
  await rm(file, { force: true });
  const draft = partBeside(file);
  try {
    await writeFile(draft, `operator_${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
    // Two processes on one folder agree on the one that came first.
    await publish(draft, file, { mayReplace: false }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  return (await readFile(file, 'utf8')).trim();
}

/** Lets nobody by but whoever runs the server. @param authorization the request's header of that name. @throws AccountError 403 */
export function expectOperator(authorization: string | undefined, secret: string): void {
  if (!isOperator(authorization, secret)) throw new AccountError(403, 'forbidden', accountMessages.operatorOnly);
}

/** Whether a request comes from whoever runs the server. @param authorization the request's header of that name. */
export function isOperator(authorization: string | undefined, secret: string): boolean {
  const [, given] = /^Bearer (\S+)$/i.exec(authorization ?? '') ?? [];
  return given !== undefined && isSameSecret(given, secret);
}

/** Whether two secrets are the same; takes as long whatever they are. */
function isSameSecret(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(hashSecret(one)), Buffer.from(hashSecret(other)));
}
