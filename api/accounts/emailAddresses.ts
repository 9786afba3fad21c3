import type { Database } from '../db/database.ts';
import { fail } from '../system/serviceError.ts';
import { accountError, accountMessages } from './accountError.ts';
import { type Library, mapLibraryErrors } from './authLibrary.ts';
import { addConfirmation, type Confirmation, cancelConfirmations, openConfirmations } from './confirmations.ts';
import type { EmailSettings, Outbox } from './emails.ts';
import type { Person, SignIn } from './person.ts';
import { openResets } from './resets.ts';

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

/** Confirms and changes email addresses by links. All calls throw ServiceError for invalid input. */
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
export function openEmailAddresses(database: Database, library: Library, outbox: Outbox): EmailAddresses {
  const { db } = database;
  const { withSecret, context, api, as } = library;
  const links = openConfirmations(database);
  const isTaken = async (email: string) =>
    (await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()) !== undefined;
  const setAddress = async (userId: string, email: string, isVerified: boolean) => {
    const changed = db.updateTable('users').set({ email, email_verified: isVerified }).where('id', '=', userId);
    // Another account may have taken the address meanwhile.
    await changed.execute().catch(async (error) => {
      throw (await isTaken(email)) ? accountError('USER_ALREADY_EXISTS') : error;
    });
    // Links sent to the previous address become invalid.
    await cancelConfirmations(db, userId);
    await openResets(database).revoke(userId);
  };
  const isPasswordOf = async (hash: string | null | undefined, password: string | undefined) => {
    if (password === undefined) return false;
    const { password: passwords } = await context;
    if (hash && (await passwords.verify({ hash, password }))) return true;
    throw accountError('INVALID_PASSWORD');
  };

  /** Creates the account of a confirmed sign-up. */
  const makeAccount = async ({ email, name, password }: Confirmation) => {
    const { internalAdapter } = await context;
    const created = internalAdapter.createUser(
      { email, name: name ?? '', emailVerified: true },
      { method: 'email-password' },
    );
    const user = await created.catch(async (error) => {
      throw (await isTaken(email)) ? accountError('USER_ALREADY_EXISTS') : error;
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
      if (!found) throw fail('gone', accountMessages.removed);
      return found;
    }, userAgent);

  return {
    async askToSignUp({ email, password, name, browser }, settings) {
      const hash = await (await context).password.hash(password);
      const row = { email: email.toLowerCase(), name, password: hash, browser };
      await outbox.post(async (transaction) => [
        { kind: 'confirm', confirmation: await addConfirmation(transaction, row), ...settings },
      ]);
    },
    askToConfirm: ({ id, email }, settings) =>
      outbox.post(async (transaction) => [
        { kind: 'confirm', confirmation: await addConfirmation(transaction, { email, user_id: id }), ...settings },
      ]),
    askToChange: ({ id, email: present }, written, settings) =>
      outbox.post(async (transaction) => {
        const email = written.toLowerCase();
        const confirmation = await addConfirmation(transaction, { email, user_id: id });
        return [
          { kind: 'change-notice', to: present, newAddress: email, ...settings },
          { kind: 'confirm', confirmation, ...settings },
        ];
      }),
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
