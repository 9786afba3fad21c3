import { randomBytes } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { EmailLanguage } from '../contract/account.ts';
import type { Database } from '../db/database.ts';
import type { ConfirmationTable } from '../db/tables.ts';
import { hashSecret } from '../sources/ids.ts';
import { AccountError, accountMessages } from './accountError.ts';
import { type Library, mapLibraryErrors } from './authLibrary.ts';
import { changeNotice, confirmText, signUpText, takenText } from './emailTexts.ts';
import type { Mailer } from './mailer.ts';
import type { Person, SignIn } from './person.ts';
import { openResets } from './resets.ts';

/** Lifetime of a link in hours. */
const LINK_HOURS = 24;

/** Settings of an email. */
export interface EmailSettings {
  /** Origin of its links. */
  origin: string;
  language: EmailLanguage;
}

/** Proof that the person with a link also requested it. */
export interface Proof {
  /** Signed-in account of the browser. */
  person: Person | undefined;
  /** Anonymous session of the browser. */
  browser: string | undefined;
  password: string | undefined;
}

/** Outcome of opening a link. */
export interface Confirmed {
  email: string;
  /** The sign-in that it started. */
  signIn?: SignIn;
  /**
   * password: proof is missing, nothing has changed, see Proof. sign-in: the address is confirmed, and the user must
   * sign in.
   */
  wants?: 'password' | 'sign-in';
}

/** Confirms and changes email addresses by links. All calls throw AccountError for invalid input. */
export interface EmailAddresses {
  /**
   * Emails a link that creates the account. The owner of a taken address gets a notice instead; the answers do not
   * differ.
   * @param browser the requesting anonymous session.
   */
  askToSignUp(
    form: { email: string; password: string; name: string; browser: string },
    settings: EmailSettings,
  ): Promise<void>;
  /** Emails a link that confirms the address of an account. */
  askToConfirm(person: Person, settings: EmailSettings): Promise<void>;
  /** Emails a link to a new address, which changes the account's address, and a notice to the current one. */
  askToChange(person: Person, email: string, settings: EmailSettings): Promise<void>;
  /** Changes the address immediately; the new one counts as unconfirmed. */
  change(person: Person, email: string): Promise<void>;
  /** Checks the password of a signed-in user. */
  expectPassword(secret: string, password: string): Promise<void>;
  /** Redeems the token of a link. It works once, with proof. */
  confirm(token: string, proof: Proof, userAgent?: string): Promise<Confirmed>;
}

/** Opens the email addresses of a database. */
export function openEmailAddresses(database: Database, library: Library, post: Mailer): EmailAddresses {
  const { db } = database;
  const { withSecret, context, api, as } = library;
  const links = linksIn(database);
  const isTaken = async (email: string) =>
    (await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()) !== undefined;
  const setAddress = async (userId: string, email: string, isVerified: boolean) => {
    const changed = db.updateTable('users').set({ email, email_verified: isVerified }).where('id', '=', userId);
    // Another account may have taken the address meanwhile.
    await changed.execute().catch(async (error) => {
      throw (await isTaken(email)) ? AccountError.of('USER_ALREADY_EXISTS') : error;
    });
    // Links sent to the previous address become invalid.
    await db.deleteFrom('confirmations').where('user_id', '=', userId).execute();
    await openResets(database).revoke(userId);
  };
  const isPasswordOf = async (hash: string | null | undefined, password: string | undefined) => {
    if (password === undefined) return false;
    const { password: passwords } = await context;
    if (hash && (await passwords.verify({ hash, password }))) return true;
    throw AccountError.of('INVALID_PASSWORD');
  };

  /** Creates the account of a confirmed sign-up. */
  const makeAccount = async ({ email, name, password }: Selectable<ConfirmationTable>) => {
    const { internalAdapter } = await context;
    const created = internalAdapter.createUser(
      { email, name: name ?? '', emailVerified: true },
      { method: 'email-password' },
    );
    const user = await created.catch(async (error) => {
      throw (await isTaken(email)) ? AccountError.of('USER_ALREADY_EXISTS') : error;
    });
    const credential = { userId: user.id, providerId: 'credential', accountId: user.id, password };
    await internalAdapter.linkAccount(credential);
    await db.deleteFrom('confirmations').where('email', '=', email).execute();
    return user;
  };
  const signInAs = (user: { id: string }, userAgent: string | undefined) =>
    withSecret(async () => {
      const { internalAdapter } = await context;
      await internalAdapter.createSession(user.id);
      const found = await internalAdapter.findUserById(user.id);
      if (!found) throw new AccountError(410, 'gone', accountMessages.removed);
      return found;
    }, userAgent);

  return {
    async askToSignUp({ email: written, password, name, browser }, { origin, language }) {
      const email = written.toLowerCase();
      // Also for a taken address, so that the response time is the same.
      const hash = await (await context).password.hash(password);
      if (await isTaken(email)) return post.send({ to: email, ...takenText(origin, language) });
      const token = await links.make({ email, name, password: hash, browser });
      await post.send({ to: email, ...signUpText(linkTo(origin, token), language) });
    },
    async askToConfirm({ id, email }, { origin, language }) {
      const token = await links.make({ email, user_id: id });
      await post.send({ to: email, ...confirmText(linkTo(origin, token), language) });
    },
    async askToChange({ id, email: present }, written, { origin, language }) {
      const email = written.toLowerCase();
      // Also for a taken address: the requester reads emails at the current one.
      await post.send({ to: present, ...changeNotice(email, origin, language) });
      if (await isTaken(email)) return post.send({ to: email, ...takenText(origin, language) });
      const token = await links.make({ email, user_id: id });
      await post.send({ to: email, ...confirmText(linkTo(origin, token), language) });
    },
    change: ({ id }, email) => setAddress(id, email.toLowerCase(), false),
    expectPassword: async (secret, password) =>
      void (await mapLibraryErrors(api.verifyPassword({ ...as(secret), body: { password } }))),
    async confirm(token, { person, browser, password }, userAgent) {
      const row = await links.find(token);
      const { email, user_id: userId } = row;
      if (userId === null) {
        const isProven =
          (row.browser !== null && row.browser === browser) || (await isPasswordOf(row.password, password));
        if (!isProven) return { email, wants: 'password' };
        await links.redeem(token);
        return { email, signIn: await signInAs(await makeAccount(row), userAgent) };
      }
      const isSignedIn = person?.id === userId;
      const credential = await (await context).internalAdapter.findCredentialAccount(userId);
      if (!isSignedIn && !(await isPasswordOf(credential?.password, password))) return { email, wants: 'password' };
      await links.redeem(token);
      await setAddress(userId, email, true);
      if (isSignedIn) return { email };
      const { two_factor: wantsCode } = await db
        .selectFrom('users')
        .select('two_factor')
        .where('id', '=', userId)
        .executeTakeFirstOrThrow();
      return wantsCode ? { email, wants: 'sign-in' } : { email, signIn: await signInAs({ id: userId }, userAgent) };
    },
  };
}

const linkTo = (origin: string, token: string) => `${origin}/confirm-email#${token}`;

/** Open links; only hashes of their tokens are stored. */
function linksIn({ db }: Database) {
  const living = sql<boolean>`expires_at > now()`;
  const gone = () => new AccountError(410, 'gone', accountMessages.oldConfirmation);
  return {
    /** Creates a link; an account's earlier links become invalid. */
    async make(row: Partial<Selectable<ConfirmationTable>> & { email: string }): Promise<string> {
      const token = randomBytes(32).toString('base64url');
      if (row.user_id) await db.deleteFrom('confirmations').where('user_id', '=', row.user_id).execute();
      const expires_at = sql<Date>`now() + ${LINK_HOURS} * interval '1 hour'`;
      await db
        .insertInto('confirmations')
        .values({
          name: null,
          password: null,
          browser: null,
          user_id: null,
          ...row,
          hash: hashSecret(token),
          expires_at,
        })
        .execute();
      return token;
    },
    /** @throws AccountError 410 */
    async find(token: string): Promise<Selectable<ConfirmationTable>> {
      const found = db.selectFrom('confirmations').selectAll().where('hash', '=', hashSecret(token)).where(living);
      const row = await found.executeTakeFirst();
      if (!row) throw gone();
      return row;
    },
    /** Redeems a link. @throws AccountError 410 for the later of two concurrent calls */
    async redeem(token: string): Promise<void> {
      const taken = db.deleteFrom('confirmations').where('hash', '=', hashSecret(token)).where(living);
      if (!(await taken.returning('hash').executeTakeFirst())) throw gone();
    },
  };
}
