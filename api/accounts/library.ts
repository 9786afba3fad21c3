import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { betterAuth } from 'better-auth';
import { APIError } from 'better-auth/api';
import { bearer } from 'better-auth/plugins/bearer';
import { passwordLength } from '../contract/account.ts';
import type { Database } from '../db/database.ts';
import { hashSecret } from '../sources/ids.ts';
import { AccountError } from './accountError.ts';
import { type LibraryUser, type SignIn, toPerson } from './person.ts';

/** Days that a sign-in lasts when nobody uses it. */
const SIGN_IN_DAYS = 30;
/** Characters of a user agent that are stored. */
const MAX_USER_AGENT = 300;

/** A sign-in that begins. */
interface Beginning {
  /** Hash of its secret. */
  token: string;
  userAgent: string | undefined;
}

/** The library on a database, and how it is called: it never sees the secret of a sign-in, only its hash. */
export type Library = ReturnType<typeof openLibrary>;

/** Opens the library. */
export function openLibrary(database: Database) {
  const beginning = new AsyncLocalStorage<Beginning>();
  const { api, $context: context } = libraryOn(database, { beginning: () => beginning.getStore() });
  return {
    api,
    /** Its passwords and tables. */
    context,
    /** Calls as the person who has signed in with a secret. */
    as: (secret: string) => ({ headers: new Headers({ authorization: `Bearer ${hashSecret(secret)}` }) }),
    /** Makes a call that starts a sign-in. */
    async withSecret(call: () => Promise<LibraryUser>, userAgent: string | undefined): Promise<SignIn> {
      const secret = randomBytes(32).toString('hex');
      const began = { token: hashSecret(secret), userAgent };
      return { secret, person: toPerson(await beginning.run(began, () => said(call()))) };
    },
  };
}

/** Puts what the library refuses into our sentences. @throws AccountError */
export async function said<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof APIError)) throw error;
    throw AccountError.of(String(error.body?.code)) ?? error;
  }
}

/** What the library calls. */
interface Hooks {
  /** The sign-in that begins just now. */
  beginning: () => Beginning | undefined;
}

/**
 * better-auth keeps passwords (scrypt), sign-ins and their ends; links for new passwords are ours, see resets.ts. It reads
 * no requests here and sets no cookies, which routes/ does for all callers alike. Its tables are named as ours are.
 */
function libraryOn({ db }: Database, { beginning }: Hooks) {
  const times = { createdAt: 'created_at', updatedAt: 'updated_at' };
  return betterAuth({
    database: { db, type: 'postgres' },
    // It signs cookies, which are not used: no process need know another's.
    secret: randomBytes(32).toString('hex'),
    baseURL: 'http://localhost',
    telemetry: { enabled: false },
    logger: { disabled: true },
    plugins: [bearer()],
    emailAndPassword: {
      enabled: true,
      minPasswordLength: passwordLength.min,
      maxPasswordLength: passwordLength.max,
    },
    user: {
      modelName: 'users',
      fields: { emailVerified: 'email_verified', ...times },
      additionalFields: {
        hasSubscription: { type: 'boolean', fieldName: 'has_subscription', input: false, defaultValue: false },
      },
      deleteUser: { enabled: true },
    },
    session: {
      modelName: 'sign_ins',
      expiresIn: SIGN_IN_DAYS * 24 * 3600,
      additionalFields: { usedAt: { type: 'date', fieldName: 'used_at', input: false, required: false } },
      fields: {
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        userId: 'user_id',
        ...times,
      },
    },
    account: {
      modelName: 'credentials',
      fields: {
        accountId: 'account_id',
        providerId: 'provider_id',
        userId: 'user_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        ...times,
      },
    },
    databaseHooks: {
      session: {
        create: {
          before: async (session) => {
            const began = beginning();
            // Without a secret that was handed out, no browser could end the sign-in.
            if (began === undefined) throw new Error('The library started a sign-in that was not asked for.');
            return { data: { ...session, ...began, userAgent: began.userAgent?.slice(0, MAX_USER_AGENT) ?? null } };
          },
        },
      },
    },
    verification: { modelName: 'verifications', fields: { expiresAt: 'expires_at', ...times } },
  });
}
