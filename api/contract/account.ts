import * as z from 'zod';
import { quota, quotaChange, quotaUse } from './quota.ts';

/** Name of the file of the data folder that holds the secret of whoever runs the server. */
export const OPERATOR_FILE = 'operator-token';
/** Characters that a password may have. */
export const passwordLength = { min: 8, max: 256 } as const;

/** Said of what is no e-mail address. */
export const EMAIL_WANTED = 'Enter an email address such as you@example.org.';
const MAX_EMAIL = 254;

/** Domains are compared, and letters sent to them, as ASCII has them (RFC 5891); some browsers leave that to the server. */
function plainAddress(text: string): string {
  const [, person, domain] = (text.length <= MAX_EMAIL && /^(.*)@([^@/\\?#:%\s]+)$/su.exec(text)) || [];
  const address = `http://${domain}`;
  return domain !== undefined && URL.canParse(address) ? `${person}@${new URL(address).hostname}` : text;
}

/** A name on one line: nothing that no database takes, breaks lines or turns the direction of what stands around it. */
function onOneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').replace(/[\p{Surrogate}\u202a-\u202e\u2066-\u2069]/gu, '');
}

const email = z.string().trim().overwrite(plainAddress).max(MAX_EMAIL, EMAIL_WANTED).check(z.email(EMAIL_WANTED));
const password = z.string().min(passwordLength.min).max(passwordLength.max);
const name = z.string().overwrite(onOneLine).trim().max(100);
const anyPassword = z.string().max(passwordLength.max);

/** The address that an OpenID provider says, as ours are written; undefined for what is none. */
export function providedEmail(text: unknown): string | undefined {
  return email.safeParse(text).data?.toLowerCase();
}

/** The name that an OpenID provider says, on one line; '' for what is none. */
export function providedName(text: unknown): string {
  return typeof text === 'string' ? (name.safeParse(text.slice(0, 100)).data ?? '') : '';
}

/** Language of an email. */
const language = z.enum(['en', 'de']).default('en');
/** Body of a sign-up; `language` is that of the email that confirms the address. */
export const signUpBody = z.object({ email, password, name: name.default(''), language });
/** Body of a sign-in. */
export const signInBody = z.object({ email, password: anyPassword });
/** Body of the request for a letter with which a new password can be chosen; `language` is the letter's. */
export const forgotBody = z.object({ email, language });
/** Body of the request for another email that confirms the address of the account. */
export const sendConfirmationBody = z.object({ language });
/** Body with what the link of such an email says; `password` is asked for where the browser is another one. */
export const confirmEmailBody = z.object({ token: z.string().min(1).max(200), password: anyPassword.optional() });
/** Body of a change of the email address; the password is the account's. */
export const changeEmailBody = z.object({ email, password: anyPassword, language });
const revokeTokens = z.boolean().default(false);
/** Body of the choice of a new password, with the token of a link; `revokeTokens` also revokes all API tokens. */
export const resetBody = z.object({ token: z.string().min(1).max(200), password, revokeTokens });
/** Body of a change of the password; `revokeTokens` also revokes all API tokens. */
export const changePasswordBody = z.object({ currentPassword: anyPassword, newPassword: password, revokeTokens });
/** Body of a change of the name that is shown. */
export const renameBody = z.object({ name });
/** Body of what needs the password of the account. */
export const passwordBody = z.object({ password: anyPassword });
/** Body of a new token: what its owner calls it. */
export const makeTokenBody = z.object({ name: name.min(1) });

/** Languages that letters are written in. */
export type LetterLanguage = z.infer<typeof forgotBody>['language'];

/** What whoever runs the server says of an account. */
export const changeAccountBody = z.object({
  email,
  hasSubscription: z.boolean().optional(),
  /** false turns two-factor authentication off, for a person who lost phone and recovery codes. */
  twoFactor: z.literal(false).optional(),
  quota: quotaChange.optional(),
});

/** Somebody with an account, as they see themselves. */
export const account = z.object({
  email: z.string(),
  /** Whether a link in an email proved the address. A server of before says nothing of it. */
  emailVerified: z.boolean().optional(),
  name: z.string(),
  hasSubscription: z.boolean(),
  /** Whether a sign-in asks for a code, too. A server of before says nothing of it. */
  twoFactor: z.boolean().optional(),
});

/** What whoever runs the server is told of an account that they changed. */
export const changedAccount = account.extend({ quota });

/**
 * Who asks: `user` is null for a visitor who has not signed in, its `id` never changes; `accounts` says whether anybody can.
 * A sign-up answers null on a server that sends emails: the link in the email makes the account.
 */
export const me = z.object({
  accounts: z.boolean(),
  /** Whether the server sends emails. A server of before says nothing of it. */
  sendsEmail: z.boolean().optional(),
  /** Name of the OpenID provider at which people can sign in. A server of before says nothing of it. */
  singleSignOn: z.string().nullable().optional(),
  user: account.extend({ id: z.string() }).nullable(),
});

/** Answer to a sign-in. With `challenge` nobody is signed in yet: a code is asked for, which is sent along with it. */
export const signInAnswer = me.extend({ challenge: z.string().optional() });

/** How a link that confirms an address was received; `user` is who is signed in now. */
export const confirmedEmail = me.extend({
  email: z.string(),
  /** password: nothing happened yet, send the link with the password. sign-in: the address is confirmed, sign in next. */
  wants: z.enum(['password', 'sign-in']).nullable(),
});

/** Answer to a change of the address: whether a link was sent that makes it, or it was made at once. */
export const changedEmail = z.object({ isSent: z.boolean() });

/** Answer to what leaves nothing to be told. */
export const done = z.object({ done: z.literal(true) });

/** What an account holds, bytes and counts; `limit` is that of uploads, bytes, null where there is none. */
export const storageUsed = z.object({
  videos: z.object({ count: z.number(), bytes: z.number() }),
  /** Their bytes are those of their versions too. */
  projects: z.object({ count: z.number(), bytes: z.number() }),
  uploads: z.object({ count: z.number(), bytes: z.number(), limit: z.number().nullable() }),
  /** Templates, logos, fonts and colors; their files are uploads. A server of before says nothing of it. */
  kit: z.object({ count: z.number(), bytes: z.number() }).optional(),
  /** A server of before says nothing of it. */
  quota: quotaUse.optional(),
});

const tokenShape = { id: z.string(), name: z.string(), createdAt: z.string(), usedAt: z.string().nullable() };
/** The tokens of an account, newest first. */
export const tokenList = z.object({ tokens: z.array(z.object(tokenShape)) });
/** A new token: `token` is told this once. */
export const madeToken = z.object({ ...tokenShape, token: z.string() });

/** Where the account is signed in, last used first. `browser` and `system` are guesses from the user agent. */
export const sessionList = z.object({
  sessions: z.array(
    z.object({
      id: z.string(),
      browser: z.string().nullable(),
      system: z.string().nullable(),
      createdAt: z.string(),
      usedAt: z.string(),
      /** Whether it is the one that asks. */
      isCurrent: z.boolean(),
    }),
  ),
});

/** Somebody with an account, as they see themselves. */
export type Account = z.infer<typeof account>;
/** What whoever runs the server is told of an account. */
export type ChangedAccount = z.infer<typeof changedAccount>;
/** What is said of an account. */
export type ChangeAccountBody = z.infer<typeof changeAccountBody>;
/** Who asks. */
export type Me = z.infer<typeof me>;
/** Answer to a sign-in. */
export type SignInAnswer = z.infer<typeof signInAnswer>;
/** How a link that confirms an address was received. */
export type ConfirmedEmail = z.infer<typeof confirmedEmail>;
/** What an account holds. */
export type StorageUsed = z.infer<typeof storageUsed>;
/** A token as its owner sees it. */
export type TokenRecord = z.infer<typeof tokenList>['tokens'][number];
/** A new token, with the token itself. */
export type MadeToken = z.infer<typeof madeToken>;
/** A place where the account is signed in. */
export type SessionRecord = z.infer<typeof sessionList>['sessions'][number];
