import { APIError } from 'better-auth/api';
import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { fail } from '../system/serviceError.ts';
import { accountError, accountMessages } from './accountError.ts';
import { type Library, mapLibraryErrors } from './authLibrary.ts';
import { type LibraryUser, type SignIn, toPerson } from './person.ts';
import { hashedCode, plainRecoveryCode } from './recoveryCodes.ts';

/** Days that used codes are recorded, so that none works twice even after a clock was set back. */
const USED_DAYS = 1;

/** A second factor before its confirmation. */
export interface Setup {
  /** otpauth: URI for authenticator apps. */
  uri: string;
  /** The URI's secret, in base32. */
  secret: string;
  recoveryCodes: string[];
}

/** The second factor: codes of an authenticator app, or recovery codes. Calls throw ServiceError for invalid input. */
export interface TwoFactor {
  /**
   * Returns whether it is on, the number of remaining recovery codes, and whether the user has the password that
   * changes require.
   */
  stateOf(userId: string): Promise<{ isOn: boolean; recoveryCodesLeft: number; hasPassword: boolean }>;
  /** Creates a secret and recovery codes, which take effect once a code is confirmed. */
  setUp(secret: string, password: string): Promise<Setup>;
  /** Turns it on with a first code. @returns the new sign-in. */
  turnOn(secret: string, code: string, userAgent?: string): Promise<SignIn>;
  /** Turns it off. @returns the new sign-in. */
  turnOff(secret: string, password: string, userAgent?: string): Promise<SignIn>;
  /** Replaces the recovery codes. */
  renewCodes(secret: string, password: string): Promise<string[]>;
  /** Completes a sign-in with a code. @param challenge of the sign-in. */
  finish(challenge: string, code: string, userAgent?: string): Promise<SignIn>;
}

/** Opens the second factors of a database. */
export function openTwoFactor({ db }: Database, library: Library): TwoFactor {
  const { api, as, withSecret, context } = library;
  /** Records a code. @returns whether it was unused, also with concurrent calls. */
  const isFirstUse = async (userId: string, code: string) => {
    const old = sql<Date>`now() - ${USED_DAYS} * interval '1 day'`;
    await db.deleteFrom('used_codes').where('used_at', '<', old).execute();
    const used = db.insertInto('used_codes').values({ user_id: userId, code });
    return (
      (await used
        .onConflict((rows) => rows.doNothing())
        .returning('code')
        .executeTakeFirst()) !== undefined
    );
  };
  const userOfChallenge = async (challenge: string) => {
    const [identifier = ''] = challenge.split('.');
    const found = await (await context).internalAdapter.findVerificationValue(identifier);
    if (!found) throw accountError('INVALID_TWO_FACTOR_COOKIE');
    return found.value;
  };
  return {
    async stateOf(userId) {
      const { internalAdapter } = await context;
      const found = db.selectFrom('two_factors').select('backup_codes').where('user_id', '=', userId);
      const row = await found.where('verified', '=', true).executeTakeFirst();
      const hasPassword = Boolean((await internalAdapter.findCredentialAccount(userId))?.password);
      const recoveryCodesLeft = row ? (JSON.parse(row.backup_codes) as string[]).length : 0;
      return { isOn: row !== undefined, recoveryCodesLeft, hasPassword };
    },
    async setUp(secret, password) {
      const answer = await mapLibraryErrors(api.enableTwoFactor({ ...as(secret), body: { password, method: 'totp' } }));
      if (answer.method !== 'totp') throw new Error('The library set up another method.');
      const { totpURI: uri, backupCodes: recoveryCodes } = answer;
      return { uri, secret: new URL(uri).searchParams.get('secret') ?? '', recoveryCodes };
    },
    async turnOn(secret, written, userAgent) {
      const code = plainCode(written);
      if (code === undefined) throw accountError('INVALID_CODE');
      const verify = async () => (await api.verifyTOTP({ ...as(secret), body: { code } })).user as LibraryUser;
      const signIn = await withSecret(verify, userAgent);
      await isFirstUse(signIn.person.id, code);
      return signIn;
    },
    async turnOff(secret, password, userAgent) {
      const found = await api.getSession(as(secret));
      if (!found) throw accountError('UNAUTHORIZED');
      return withSecret(async () => {
        await api.disableTwoFactor({ ...as(secret), body: { password } });
        return { ...found.user, twoFactorEnabled: false };
      }, userAgent);
    },
    renewCodes: async (secret, password) =>
      (await mapLibraryErrors(api.generateBackupCodes({ ...as(secret), body: { password } }))).backupCodes,
    async finish(challenge, written, userAgent) {
      const headers = await library.withChallenge(challenge);
      const code = plainCode(written);
      if (code !== undefined && !(await isFirstUse(await userOfChallenge(challenge), code)))
        throw fail('forbidden', accountMessages.usedCode);
      const verify = async () => {
        if (code !== undefined) return (await api.verifyTOTP({ headers, body: { code } })).user;
        const answer = await api.verifyBackupCode({ headers, body: { code: hashedCode(plainRecoveryCode(written)) } });
        return answer.user;
      };
      const { secret, answer } = await library.begin(() => verify().catch(asWrongCode), userAgent);
      return { secret, person: toPerson(answer as LibraryUser) };
    },
  };
}

/** Returns an app code; undefined for other input, which may be a recovery code. */
function plainCode(written: string): string | undefined {
  const digits = written.replace(/\s/g, '');
  return /^\d{6}$/.test(digits) ? digits : undefined;
}

/** If a recovery code is used twice concurrently, the library rejects the second use without an error code. */
function asWrongCode(error: unknown): never {
  throw error instanceof APIError && error.statusCode === 409 ? accountError('INVALID_CODE') : error;
}
