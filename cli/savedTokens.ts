import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as z from 'zod';
import { environment } from '../api/system/environment.ts';
import { UsageError } from './output.ts';
import { writeAtomically } from './writeAtomically.ts';

const saved = z.record(z.string(), z.string());

/**
 * Returns CUTROOM_TOKEN, or else the token that `cutroom login` saved for a server. @param server its origin.
 * @throws UsageError if the token is malformed
 */
export async function tokenFor(server: string): Promise<string | undefined> {
  const { token } = environment();
  if (token !== undefined) return tokenIn(token, 'CUTROOM_TOKEN is not an account token.');
  const kept = (await readTokens())[originOf(server)];
  return kept === undefined ? undefined : tokenIn(kept);
}

/**
 * Trims and checks a token. Headers reject other characters with errors that would repeat the token.
 * @param refusal message for a malformed token. @throws UsageError
 */
export function tokenIn(text: string, refusal = 'This is not an account token.'): string {
  const token = text.trim();
  if (!/^[\x21-\x7e]+$/.test(token)) throw new UsageError(refusal);
  return token;
}

/**
 * Saves a token for a server, readable only by this user; undefined deletes it. @returns whether there was one before.
 */
export async function saveToken(server: string, token: string | undefined): Promise<boolean> {
  const { [originOf(server)]: earlier, ...others } = await readTokens();
  const { tokensFile } = environment();
  await mkdir(dirname(tokensFile), { recursive: true, mode: 0o700 });
  const all = token === undefined ? others : { ...others, [originOf(server)]: token };
  await writeAtomically(tokensFile, `${JSON.stringify(all, null, 2)}\n`, 0o600);
  return earlier !== undefined;
}

async function readTokens(): Promise<Record<string, string>> {
  const text = await readFile(environment().tokensFile, 'utf8').catch(() => '{}');
  try {
    return saved.parse(JSON.parse(text));
  } catch {
    return {};
  }
}

function originOf(server: string): string {
  return URL.canParse(server) ? new URL(server).origin : server;
}
