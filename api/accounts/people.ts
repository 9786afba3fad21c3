import { APIError } from 'better-auth/api';
import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { hashSecret } from '../sources/ids.ts';
import { fail } from '../system/serviceError.ts';
import { accountError, accountMessages } from './accountError.ts';
import { mapLibraryErrors, openLibrary } from './authLibrary.ts';
import { cancelConfirmations } from './confirmations.ts';
import { type EmailAddresses, openEmailAddresses } from './emailAddresses.ts';
import type { EmailSettings, Outbox } from './emails.ts';
import { type Challenge, type Person, type SignIn, toPerson } from './person.ts';
import { openResets } from './resets.ts';
import { openTwoFactor, type TwoFactor } from './twoFactor.ts';

/** Milliseconds within which another use of a sign-in is not recorded, to limit writes. */
const USE_MS = 60_000;

/** Users, passwords and sign-ins. All calls throw ServiceError for invalid input. */
export interface People {
  /** Confirms and changes their email addresses. */
  emails: EmailAddresses;
  twoFactor: TwoFactor;
  /** @param userAgent of the browser, shown in the list of sign-ins. */
  signUp(form: { email: string; password: string; name: string }, userAgent?: string): Promise<SignIn>;
  signIn(form: { email: string; password: string }, userAgent?: string): Promise<SignIn | Challenge>;
  /** Finds the user of a sign-in; undefined if it has expired. */
  find(secret: string): Promise<Person | undefined>;
  /** Whether an account exists. */
  has(id: string): Promise<boolean>;
  signOut(secret: string): Promise<void>;
  signOutEverywhere(secret: string): Promise<void>;
  /**
   * Emails a reset link if the address has an account; the caller does not learn whether. Earlier links become invalid.
   */
  askForReset(email: string, settings: EmailSettings): Promise<void>;
  /** Sets a new password with a link's token and ends all sign-ins. @returns the account's id. */
  reset(token: string, newPassword: string): Promise<string>;
  /** Ends all other sign-ins and the reset link, and replaces this sign-in's secret. @returns the new sign-in. */
  changePassword(
    secret: string,
    form: { currentPassword: string; newPassword: string },
    userAgent?: string,
  ): Promise<SignIn>;
  rename(secret: string, name: string): Promise<void>;
  /** Deletes the account with its sign-ins and tokens. */
  remove(secret: string, password: string): Promise<void>;
}

/** Opens the accounts of a database. @param outbox sends emails. */
export async function openPeople(database: Database, outbox: Outbox): Promise<People> {
  const resets = openResets(database);
  const library = await openLibrary(database);
  const { api, as, withSecret } = library;
  /**
   * For two concurrent sign-ups with the same address: the library finds it free for both, and the database rejects
   * one.
   */
  const orTaken = async (error: unknown, email: string): Promise<never> => {
    const { db } = database;
    const taken = db.selectFrom('users').select('id').where('email', '=', email.toLowerCase());
    if (!(error instanceof APIError) || error.body?.code !== 'FAILED_TO_CREATE_USER') throw error;
    throw (await taken.executeTakeFirst()) ? accountError('USER_ALREADY_EXISTS') : error;
  };
  const noteUse = async (secret: string, usedAt: Date | null | undefined) => {
    if (usedAt && Math.abs(Date.now() - new Date(usedAt).getTime()) < USE_MS) return;
    const noted = database.db.updateTable('sign_ins').set({ used_at: sql<Date>`now()` });
    await noted.where('token', '=', hashSecret(secret)).execute();
  };
  return {
    emails: openEmailAddresses(database, library, outbox),
    twoFactor: openTwoFactor(database, library),
    signUp: (form, userAgent) => {
      const make = () => api.signUpEmail({ body: form }).catch((error) => orTaken(error, form.email));
      return withSecret(async () => (await make()).user, userAgent);
    },
    signIn: async (form, userAgent) => {
      const { secret, answer } = await library.begin(
        () => api.signInEmail({ body: form, returnHeaders: true }),
        userAgent,
      );
      const challenge = await library.challengeIn(answer.headers);
      return challenge === undefined ? { secret, person: toPerson(answer.response.user) } : { challenge };
    },
    find: async (secret) => {
      const found = await api.getSession(as(secret));
      if (!found) return undefined;
      await noteUse(secret, found.session.usedAt);
      return toPerson(found.user);
    },
    has: async (id) => {
      const { db } = database;
      return (await db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
    },
    signOut: async (secret) => void (await mapLibraryErrors(api.signOut(as(secret)))),
    signOutEverywhere: async (secret) => void (await mapLibraryErrors(api.revokeSessions(as(secret)))),
    askForReset: (email, settings) =>
      outbox.post(async () => [{ kind: 'reset', to: email.toLowerCase(), ...settings }]),
    async reset(token, newPassword) {
      const { internalAdapter, password } = await library.context;
      const hash = await password.hash(newPassword);
      const id = await resets.consume(token);
      if (id === undefined) throw fail('gone', accountMessages.oldLink);
      if (await internalAdapter.findCredentialAccount(id)) await internalAdapter.updatePassword(id, hash);
      else await internalAdapter.createAccount({ userId: id, providerId: 'credential', accountId: id, password: hash });
      await internalAdapter.deleteUserSessions(id);
      // The link was sent to the address, which confirms it.
      await database.db.updateTable('users').set({ email_verified: true }).where('id', '=', id).execute();
      await cancelConfirmations(database.db, id);
      return id;
    },
    async changePassword(secret, form, userAgent) {
      const body = { ...form, revokeOtherSessions: true };
      const change = async () => (await api.changePassword({ ...as(secret), body })).user;
      const signIn = await withSecret(change, userAgent);
      await resets.revoke(signIn.person.id);
      await cancelConfirmations(database.db, signIn.person.id);
      return signIn;
    },
    rename: async (secret, name) => void (await mapLibraryErrors(api.updateUser({ ...as(secret), body: { name } }))),
    async remove(secret, password) {
      // The library would delete a fresh sign-in's account without a password.
      await mapLibraryErrors(api.verifyPassword({ ...as(secret), body: { password } }));
      await mapLibraryErrors(api.deleteUser({ ...as(secret), body: { password } }));
    },
  };
}
