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
import { AccountError } from './accountError.ts';
import { type LibraryUser, type SignIn, toPerson } from './person.ts';
import { hashedCode, makeRecoveryCodes } from './recoveryCodes.ts';

/** Days that a sign-in lasts when nobody uses it. */
const SIGN_IN_DAYS = 30;
/** Seconds in which a sign-in has to be finished with a code. */
const CHALLENGE_SECONDS = 600;
/** Name that the library gives the cookie of such a sign-in. */
const CHALLENGE_COOKIE = 'two_factor';
/** Characters of a user agent that are stored. */
const MAX_USER_AGENT = 300;

/** A sign-in that begins. */
interface Beginning {
  /** Hash of its secret. */
  token: string;
  userAgent: string | undefined;
}

/** The library on a database, and how it is called: it never sees the secret of a sign-in, only its hash. */
export type Library = Awaited<ReturnType<typeof openLibrary>>;

/** Opens the library. @param provider at which people sign in; most callers need none. */
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
    return { secret, answer: await beginning.run(began, () => said(call())) };
  };
  /** The value of a cookie that the library would set, as it is written in the header; undefined if it sets none. */
  const cookieIn = async (headers: Headers | null, cookie: string) => {
    const { name } = (await context).createAuthCookie(cookie);
    const written = headers?.getSetCookie().map((line) => line.split(';')[0] ?? '') ?? [];
    return written.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) || undefined;
  };
  /** The headers of a call with such a cookie. */
  const withCookie = async (cookie: string, value: string) =>
    new Headers({ cookie: `${(await context).createAuthCookie(cookie).name}=${value}` });
  return {
    api,
    /** Its passwords and tables. */
    context,
    /** Calls as the person who has signed in with a secret. */
    as: (secret: string) => ({ headers: new Headers({ authorization: `Bearer ${hashSecret(secret)}` }) }),
    /** Makes a call that may start a sign-in. @returns the secret of that sign-in, and what the call answered. */
    begin,
    /** Makes a call that starts a sign-in. */
    async withSecret(call: () => Promise<LibraryUser>, userAgent: string | undefined): Promise<SignIn> {
      const { secret, answer } = await begin(call, userAgent);
      return { secret, person: toPerson(answer) };
    },
    /** The challenge of a sign-in that wants a code; undefined if it wants none. */
    challengeIn: (headers: Headers | null) => cookieIn(headers, CHALLENGE_COOKIE),
    /** The headers of a call that answers a challenge. @throws AccountError 410 for an invalid one */
    withChallenge(challenge: string): Promise<Headers> {
      if (!/^[\w.%~-]{1,300}$/.test(challenge)) throw AccountError.of('INVALID_TWO_FACTOR_COOKIE');
      return withCookie(CHALLENGE_COOKIE, challenge);
    },
    cookieIn,
    withCookie,
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

/** What the library is given. */
interface Hooks {
  /** Encrypts the secrets of authenticator apps and signs challenges; the same for all processes. */
  ownSecret: string;
  provider: GenericOAuthConfig | undefined;
  /** The sign-in that begins just now. */
  beginning: () => Beginning | undefined;
}

/** The library stores recovery codes as we give them: as hashes. */
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

/** Refuses to make an account of an address that the provider did not confirm: it may be somebody else's. */
const refuseUnverified: NonNullable<NonNullable<BetterAuthOptions['user']>['validateUserInfo']> = ({ user, source }) =>
  source.action === 'create-user' && user.emailVerified !== true ? { error: 'unverified_email' } : undefined;

/** The library asks for codes after a password; here it does so after a sign-in at a provider, too. */
function askedAtEveryWayIn(plugin: typeof secondFactor): typeof secondFactor {
  const after = plugin.hooks.after.map(({ matcher, handler }) => ({
    matcher: (call: Parameters<typeof matcher>[0]) => matcher(call) || call.path === '/callback/:id',
    handler,
  }));
  return { ...plugin, hooks: { ...plugin.hooks, after } };
}

/**
 * better-auth keeps passwords (scrypt), sign-ins and their ends; links for new passwords are ours, see resets.ts. It reads
 * no requests here and sets no cookies, which routes/ does for all callers alike. Its tables are named as ours are.
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
      // What the provider lets us do for a person is not needed, and so not stored.
      account: {
        create: { before: async (row) => ({ data: { ...row, accessToken: null, refreshToken: null, idToken: null } }) },
      },
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
