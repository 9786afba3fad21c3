import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { type BetterAuthOptions, betterAuth } from 'better-auth';
import { APIError } from 'better-auth/api';
import { bearer } from 'better-auth/plugins/bearer';
import { type GenericOAuthConfig, genericOAuth } from 'better-auth/plugins/generic-oauth';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { passwordLength } from '../contract/account.ts';
import type { Database } from '../db/database.ts';
import { hashSecret } from '../sources/ids.ts';
import { accountError } from './accountError.ts';
import { type LibraryUser, type SignIn, toPerson } from './person.ts';
import { hashedCode, makeRecoveryCodes } from './recoveryCodes.ts';

/** Days without use after which a sign-in expires. */
const SIGN_IN_DAYS = 30;
/** Seconds to complete a sign-in with a second factor. */
const CHALLENGE_SECONDS = 600;
/** The library's cookie name for such a sign-in. */
const CHALLENGE_COOKIE = 'two_factor';
/** Most characters stored of a user agent. */
const MAX_USER_AGENT = 300;

/** A sign-in that is being created. */
interface Beginning {
  /** Hash of its secret. */
  token: string;
  userAgent: string | undefined;
}

/** The account library with its adapters. It only sees the hash of a sign-in's secret. */
export type Library = Awaited<ReturnType<typeof openLibrary>>;

/** Opens the library. @param provider for single sign-on; most callers need none. */
export async function openLibrary(database: Database, provider?: GenericOAuthConfig) {
  const beginning = new AsyncLocalStorage<Beginning>();
  const { secret: ownSecret } = await database.db
    .selectFrom('library_secret')
    .select('secret')
    .executeTakeFirstOrThrow();
  const library = libraryOn(database, { ownSecret, provider, beginning: () => beginning.getStore() });
  const { api, $context: context } = library;
  const begin = async <T>(call: () => Promise<T>, userAgent: string | undefined) => {
    const secret = randomBytes(32).toString('hex');
    const began = { token: hashSecret(secret), userAgent };
    return { secret, answer: await beginning.run(began, () => mapLibraryErrors(call())) };
  };
  /** Returns the raw value of a cookie that the library sets; undefined if it sets none. */
  const cookieIn = async (headers: Headers | null, cookie: string) => {
    const { name } = (await context).createAuthCookie(cookie);
    const written = headers?.getSetCookie().map((line) => line.split(';')[0] ?? '') ?? [];
    return written.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) || undefined;
  };
  /** Returns headers with such a cookie. */
  const withCookie = async (cookie: string, value: string) =>
    new Headers({ cookie: `${(await context).createAuthCookie(cookie).name}=${value}` });
  return {
    api,
    /** Its password functions and tables. */
    context,
    /** Options to call it as the user of a sign-in. */
    as: (secret: string) => ({ headers: new Headers({ authorization: `Bearer ${hashSecret(secret)}` }) }),
    /** Makes a call that may start a sign-in. @returns the sign-in's secret and the answer. */
    begin,
    /** Makes a call that starts a sign-in. */
    async withSecret(call: () => Promise<LibraryUser>, userAgent: string | undefined): Promise<SignIn> {
      const { secret, answer } = await begin(call, userAgent);
      return { secret, person: toPerson(answer) };
    },
    /** Returns the challenge of a sign-in that needs a second factor; undefined otherwise. */
    challengeIn: (headers: Headers | null) => cookieIn(headers, CHALLENGE_COOKIE),
    /** Returns headers to answer a challenge. @throws ServiceError 410 for an invalid one */
    withChallenge(challenge: string): Promise<Headers> {
      if (!/^[\w.%~-]{1,300}$/.test(challenge)) throw accountError('INVALID_TWO_FACTOR_COOKIE');
      return withCookie(CHALLENGE_COOKIE, challenge);
    },
    cookieIn,
    withCookie,
  };
}

/** Converts the library's rejections to our errors. @throws ServiceError */
export async function mapLibraryErrors<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof APIError)) throw error;
    throw accountError(String(error.body?.code)) ?? error;
  }
}

/** Inputs of the library. */
interface Hooks {
  /** Encrypts the secrets of authenticator apps and signs challenges; shared by all processes. */
  ownSecret: string;
  provider: GenericOAuthConfig | undefined;
  /** The sign-in that is being created. */
  beginning: () => Beginning | undefined;
}

/** Stores recovery codes as hashes. */
const secondFactor = twoFactor({
  issuer: 'Cutroom',
  twoFactorCookieMaxAge: CHALLENGE_SECONDS,
  backupCodeOptions: {
    customBackupCodesGenerate: makeRecoveryCodes,
    storeBackupCodes: {
      encrypt: async (list) => JSON.stringify((JSON.parse(list) as string[]).map(hashedCode)),
      decrypt: async (list) => list,
    },
  },
  schema: {
    user: { fields: { twoFactorEnabled: 'two_factor' } },
    twoFactor: {
      modelName: 'two_factors',
      fields: {
        userId: 'user_id',
        backupCodes: 'backup_codes',
        failedVerificationCount: 'failed_verification_count',
        lockedUntil: 'locked_until',
      },
    },
  },
});

/** Rejects new accounts whose address the provider has not verified: it may belong to another person. */
const refuseUnverified: NonNullable<NonNullable<BetterAuthOptions['user']>['validateUserInfo']> = ({ user, source }) =>
  source.action === 'create-user' && user.emailVerified !== true ? { error: 'unverified_email' } : undefined;

/** The library asks for a second factor only after a password; this also asks after single sign-on. */
function askedAtEveryWayIn(plugin: typeof secondFactor): typeof secondFactor {
  const after = plugin.hooks.after.map(({ matcher, handler }) => ({
    matcher: (call: Parameters<typeof matcher>[0]) => matcher(call) || call.path === '/callback/:id',
    handler,
  }));
  return { ...plugin, hooks: { ...plugin.hooks, after } };
}

/**
 * Configures better-auth for passwords (scrypt) and sign-ins; password resets are our own, see resets.ts. It reads no
 * requests and sets no cookies; routes/ does. Tables use our names.
 */
function libraryOn({ db }: Database, { ownSecret, provider, beginning }: Hooks) {
  const times = { createdAt: 'created_at', updatedAt: 'updated_at' };
  return betterAuth({
    database: { db, type: 'postgres' },
    secret: ownSecret,
    baseURL: 'http://localhost',
    telemetry: { enabled: false },
    logger: { disabled: true },
    plugins: [bearer(), askedAtEveryWayIn(secondFactor), genericOAuth({ config: provider ? [provider] : [] })],
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
      ...(provider ? { validateUserInfo: refuseUnverified } : {}),
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
      storeStateStrategy: 'cookie',
      updateAccountOnSignIn: false,
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
      // The provider's tokens are not needed and not stored.
      account: {
        create: { before: async (row) => ({ data: { ...row, accessToken: null, refreshToken: null, idToken: null } }) },
      },
      session: {
        create: {
          before: async (session) => {
            const began = beginning();
            // Without a known secret, no browser could end the sign-in.
            if (began === undefined) throw new Error('The library started an unrequested sign-in.');
            return { data: { ...session, ...began, userAgent: began.userAgent?.slice(0, MAX_USER_AGENT) ?? null } };
          },
        },
      },
    },
    verification: { modelName: 'verifications', fields: { expiresAt: 'expires_at', ...times } },
  });
}
