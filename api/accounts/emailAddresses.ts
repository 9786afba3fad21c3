import { randomBytes } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { LetterLanguage } from '../contract/account.ts';
import type { Database } from '../db/database.ts';
import type { ConfirmationTable } from '../db/tables.ts';
import { hashSecret } from '../sources/ids.ts';
import { AccountError, accountMessages } from './accountError.ts';
import { changeNotice, confirmText, signUpText, takenText } from './emailTexts.ts';
import { type Library, said } from './library.ts';
import type { Person, SignIn } from './person.ts';
import type { Post } from './post.ts';
import { openResets } from './resets.ts';

/** Hours that a link is valid. */
const LINK_HOURS = 24;

/** How an email is written. */
export interface EmailSettings {
  /** Of the page that its links lead to. */
  origin: string;
  language: LetterLanguage;
}

/** What shows that the person with a link is also the person who asked for it. */
export interface Proof {
  /** The account that the browser is signed in to. */
  person: Person | undefined;
  /** The anonymous session of the browser. */
  browser: string | undefined;
  password: string | undefined;
}

/** How a link was received. */
export interface Confirmed {
  email: string;
  /** A sign-in that began with it. */
  signIn?: SignIn;
  /** password: nothing happened yet, see Proof. sign-in: the address is confirmed, and the person has to sign in. */
  wants?: 'password' | 'sign-in';
}

/** Email addresses of accounts: confirmed by links, and changed. Every call throws AccountError for what a person did wrong. */
export interface EmailAddresses {
  /**
   * Emails a link that makes the account. The owner of a taken address gets a note instead; only the emails differ.
   * @param browser the anonymous session that asks.
   */
  askToSignUp(
    form: { email: string; password: string; name: string; browser: string },
    settings: EmailSettings,
  ): Promise<void>;
  /** Emails a link that confirms the address of an account. */
  askToConfirm(person: Person, settings: EmailSettings): Promise<void>;
  /** Emails a link to another address, which it then gives the account, and a note to the present one. */
  askToChange(person: Person, email: string, settings: EmailSettings): Promise<void>;
  /** Changes the address at once; it then counts as not confirmed. */
  change(person: Person, email: string): Promise<void>;
  /** Checks the password of a person who has signed in. */
  expectPassword(secret: string, password: string): Promise<void>;
  /** Takes the token of a link. It works once, with proof. */
  confirm(token: string, proof: Proof, userAgent?: string): Promise<Confirmed>;
}

/** Opens the email addresses of a database. */
export function openEmailAddresses(database: Database, library: Library, post: Post): EmailAddresses {
  const { db } = database;
  const { withSecret, context, api, as } = library;
  const links = linksIn(database);
  const isTaken = async (email: string) =>
    (await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()) !== undefined;
  const setAddress = async (userId: string, email: string, isVerified: boolean) => {
    const changed = db.updateTable('users').set({ email, email_verified: isVerified }).where('id', '=', userId);
    // A second account with the address may have come meanwhile.
    await changed.execute().catch(async (error) => {
      throw (await isTaken(email)) ? AccountError.of('USER_ALREADY_EXISTS') : error;
    });
    // Links that were sent to the address of before are dead.
    await db.deleteFrom('confirmations').where('user_id', '=', userId).execute();
    await openResets(database).revoke(userId);
  };
  const isPasswordOf = async (hash: string | null | undefined, password: string | undefined) => {
    if (password === undefined) return false;
    const { password: passwords } = await context;
    if (hash && (await passwords.verify({ hash, password }))) return true;
    throw AccountError.of('INVALID_PASSWORD');
  };

  /** Makes the account that a sign-up asked for. */
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
      // Also for a taken address, which takes as long then.
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
      // Also for a taken address: who asks reads the present one's emails.
      await post.send({ to: present, ...changeNotice(email, origin, language) });
      if (await isTaken(email)) return post.send({ to: email, ...takenText(origin, language) });
      const token = await links.make({ email, user_id: id });
      await post.send({ to: email, ...confirmText(linkTo(origin, token), language) });
    },
    change: ({ id }, email) => setAddress(id, email.toLowerCase(), false),
    expectPassword: async (secret, password) =>
      void (await said(api.verifyPassword({ ...as(secret), body: { password } }))),
    async confirm(token, { person, browser, password }, userAgent) {
      const row = await links.find(token);
      const { email, user_id: userId } = row;
      if (userId === null) {
        const isProven =
          (row.browser !== null && row.browser === browser) || (await isPasswordOf(row.password, password));
        if (!isProven) return { email, wants: 'password' };
        await links.take(token);
        return { email, signIn: await signInAs(await makeAccount(row), userAgent) };
      }
      const isSignedIn = person?.id === userId;
      const credential = await (await context).internalAdapter.findCredentialAccount(userId);
      if (!isSignedIn && !(await isPasswordOf(credential?.password, password))) return { email, wants: 'password' };
      await links.take(token);
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

/** The links that are on their way; only hashes of their tokens are stored. */
function linksIn({ db }: Database) {
  const living = sql<boolean>`expires_at > now()`;
  const gone = () => new AccountError(410, 'gone', accountMessages.oldConfirmation);
  return {
    /** Makes a link; of an account only its newest one works. */
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
    /** Uses a link up. @throws AccountError 410 for the later of two at the same time */
    async take(token: string): Promise<void> {
      const taken = db.deleteFrom('confirmations').where('hash', '=', hashSecret(token)).where(living);
      if (!(await taken.returning('hash').executeTakeFirst())) throw gone();
    },
  };
}
