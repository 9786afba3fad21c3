import * as z from 'zod';
import { quota, quotaChange, quotaUse } from './quota.ts';

/** File in the data folder that contains the operator's secret. */
export const OPERATOR_FILE = 'operator-token';
/** Allowed length of a password, in characters. */
export const passwordLength = { min: 8, max: 256 } as const;

/** Message for an invalid email address. */
export const INVALID_EMAIL_MESSAGE = 'Enter an email address such as you@example.org.';
const MAX_EMAIL = 254;

/**
 * Converts the domain to ASCII (RFC 5891), as it is compared and used for delivery; some browsers leave that to the
 * server.
 */
function plainAddress(text: string): string {
  const [, person, domain] = (text.length <= MAX_EMAIL && /^(.*)@([^@/\\?#:%\s]+)$/su.exec(text)) || [];
  const address = `http://${domain}`;
  return domain !== undefined && URL.canParse(address) ? `${person}@${new URL(address).hostname}` : text;
}

/**
 * Makes a name safe for one line: removes control characters, line breaks, lone surrogates and bidirectional overrides.
 */
function onOneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').replace(/[\p{Surrogate}\u202a-\u202e\u2066-\u2069]/gu, '');
}

const email = z
  .string()
  .trim()
  .overwrite(plainAddress)
  .max(MAX_EMAIL, INVALID_EMAIL_MESSAGE)
  .check(z.email(INVALID_EMAIL_MESSAGE));
const password = z.string().min(passwordLength.min).max(passwordLength.max);
const name = z.string().overwrite(onOneLine).trim().max(100);
const anyPassword = z.string().max(passwordLength.max);

/** Normalizes the address from an OpenID provider; undefined if it is invalid. */
export function providedEmail(text: unknown): string | undefined {
  return email.safeParse(text).data?.toLowerCase();
}

/** Normalizes the name from an OpenID provider; '' if it is invalid. */
export function providedName(text: unknown): string {
  return typeof text === 'string' ? (name.safeParse(text.slice(0, 100)).data ?? '') : '';
}

/** Language of an email. */
const language = z.enum(['en', 'de']).default('en');
/** Body of a sign-up; `language` is that of the confirmation email. */
export const signUpBody = z.object({ email, password, name: name.default(''), language });
/** Body of a sign-in. */
export const signInBody = z.object({ email, password: anyPassword });
/** Body of a request for a password reset email; `language` is that of the email. */
export const forgotBody = z.object({ email, language });
/** Body of a request for another confirmation email. */
export const sendConfirmationBody = z.object({ language });
/** Body with the token of a confirmation link; `password` is needed in another browser. */
export const confirmEmailBody = z.object({ token: z.string().min(1).max(200), password: anyPassword.optional() });
/** Body of a change of the email address, with the account's password. */
export const changeEmailBody = z.object({ email, password: anyPassword, language });
const revokeTokens = z.boolean().default(false);
/** Body of a password reset, with the token of a link; `revokeTokens` also revokes all API tokens. */
export const resetBody = z.object({ token: z.string().min(1).max(200), password, revokeTokens });
/** Body of a password change; `revokeTokens` also revokes all API tokens. */
export const changePasswordBody = z.object({ currentPassword: anyPassword, newPassword: password, revokeTokens });
/** Body of a change of the display name. */
export const renameBody = z.object({ name });
/** Body of calls that need the account's password. */
export const passwordBody = z.object({ password: anyPassword });
/** Body of a new token, with its name. */
export const makeTokenBody = z.object({ name: name.min(1) });

/** Languages of emails. */
export type EmailLanguage = z.infer<typeof forgotBody>['language'];

/** Body of an operator's change of an account. */
export const changeAccountBody = z.object({
  email,
  hasSubscription: z.boolean().optional(),
  /** false turns two-factor authentication off, for a user who lost phone and recovery codes. */
  twoFactor: z.literal(false).optional(),
  quota: quotaChange.optional(),
});

/** An account as shown to its user. */
export const account = z.object({
  email: z.string(),
  /** Whether an email link has confirmed the address. Missing from earlier servers. */
  emailVerified: z.boolean().optional(),
  name: z.string(),
  hasSubscription: z.boolean(),
  /** Whether signing in requires a second factor. Missing from earlier servers. */
  twoFactor: z.boolean().optional(),
});

/** An account as shown to the operator after a change. */
export const changedAccount = account.extend({ quota });

/**
 * The current user: `user` is null if signed out, and its `id` never changes; `accounts` tells whether accounts are
 * available. A sign-up returns null on a server that sends emails: the link in the email creates the account.
 */
export const me = z.object({
  accounts: z.boolean(),
  /** Whether the server sends emails. Missing from earlier servers. */
  sendsEmail: z.boolean().optional(),
  /** Display name of single sign-on. Missing from earlier servers. */
  singleSignOn: z.string().nullable().optional(),
  user: account.extend({ id: z.string() }).nullable(),
});

/** Answer to a sign-in. With `challenge`, a code must still be sent together with it. */
export const signInAnswer = me.extend({ challenge: z.string().optional() });

/** Outcome of a confirmation link; `user` is the signed-in user. */
export const confirmedEmail = me.extend({
  email: z.string(),
  /**
   * password: nothing has changed, send the link with the password. sign-in: the address is confirmed, sign in next.
   */
  wants: z.enum(['password', 'sign-in']).nullable(),
});

/** Answer to a change of the address: whether a link was sent, or the address was changed immediately. */
export const changedEmail = z.object({ isSent: z.boolean() });

/** Answer without content. */
export const done = z.object({ done: z.literal(true) });

/** What an account stores, in bytes and counts; `limit` is that of uploads in bytes, or null. */
export const storageUsed = z.object({
  videos: z.object({ count: z.number(), bytes: z.number() }),
  /** Bytes include versions. */
  projects: z.object({ count: z.number(), bytes: z.number() }),
  uploads: z.object({ count: z.number(), bytes: z.number(), limit: z.number().nullable() }),
  /** Templates, logos, fonts and colors; their files count as uploads. Missing from earlier servers. */
  kit: z.object({ count: z.number(), bytes: z.number() }).optional(),
  /** Missing from earlier servers. */
  quota: quotaUse.optional(),
});

const tokenShape = { id: z.string(), name: z.string(), createdAt: z.string(), usedAt: z.string().nullable() };
/** The tokens of an account, newest first. */
export const tokenList = z.object({ tokens: z.array(z.object(tokenShape)) });
/** A new token: `token` is only returned here. */
export const madeToken = z.object({ ...tokenShape, token: z.string() });

/** Signed-in browsers, last used first. `browser` and `system` are guesses from the user agent. */
export const sessionList = z.object({
  sessions: z.array(
    z.object({
      id: z.string(),
      browser: z.string().nullable(),
      system: z.string().nullable(),
      createdAt: z.string(),
      usedAt: z.string(),
      /** Whether it is the current one. */
      isCurrent: z.boolean(),
    }),
  ),
});

/** An account as shown to its user. */
export type Account = z.infer<typeof account>;
/** An account as shown to the operator. */
export type ChangedAccount = z.infer<typeof changedAccount>;
/** An operator's change of an account. */
export type ChangeAccountBody = z.infer<typeof changeAccountBody>;
/** The current user. */
export type Me = z.infer<typeof me>;
/** Answer to a sign-in. */
export type SignInAnswer = z.infer<typeof signInAnswer>;
/** Outcome of a confirmation link. */
export type ConfirmedEmail = z.infer<typeof confirmedEmail>;
/** What an account stores. */
export type StorageUsed = z.infer<typeof storageUsed>;
/** A token as listed for its owner. */
export type TokenRecord = z.infer<typeof tokenList>['tokens'][number];
/** A new token, with the token itself. */
export type MadeToken = z.infer<typeof madeToken>;
/** A signed-in browser. */
export type SessionRecord = z.infer<typeof sessionList>['sessions'][number];
