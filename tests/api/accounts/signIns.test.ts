import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EmailMessage } from '../../../api/accounts/mailer.ts';
import { openPeople, type People } from '../../../api/accounts/people.ts';
import type { Challenge, SignIn } from '../../../api/accounts/person.ts';
import { type Database, openDatabase } from '../../../api/db/database.ts';
import { hashSecret } from '../../../api/sources/ids.ts';
import { prepareDatabase } from '../support/database.ts';
import { outboxTo } from '../support/emails.ts';
import { temporaryFolder } from '../support/files.ts';

let database: Database;
let people: People;
const emails: EmailMessage[] = [];

beforeAll(async () => {
  const dataDir = await temporaryFolder();
  await prepareDatabase(dataDir);
  database = await openDatabase({ dataDir });
  people = await openPeople(
    database,
    outboxTo(database, (email) => emails.push(email)),
  );
});
afterAll(() => database.close());

const entered = (signIn: SignIn | Challenge): SignIn => {
  if ('challenge' in signIn) throw new Error('A code is asked for.');
  return signIn;
};

const stored = async () =>
  (await sql<{ token: string }>`select token from sign_ins order by created_at`.execute(database.db)).rows.map(
    ({ token }) => token,
  );

it('stores no usable secret for any way to sign in', async () => {
  const form = { email: 'ada@example.org', password: 'correct horse' };
  const first = await people.signUp({ ...form, name: 'Ada' });
  const second = entered(await people.signIn(form));
  const changed = await people.changePassword(second.secret, {
    currentPassword: form.password,
    newPassword: 'better horse',
  });
  expect(new Set([first.secret, second.secret, changed.secret]).size).toBe(3);
  expect(await people.find(first.secret)).toBeUndefined();
  expect(await people.find(changed.secret)).toMatchObject({ email: form.email });
  const again = entered(await people.signIn({ ...form, password: 'better horse' }));
  const tokens = await stored();
  expect(tokens).toHaveLength(2);
  for (const token of tokens) {
    expect([changed.secret, again.secret]).not.toContain(token);
    expect(await people.find(token)).toBeUndefined();
  }
  await people.signOut(again.secret);
  expect([await people.find(again.secret), await stored()]).toEqual([undefined, [tokens[0]]]);
});

it('stores only a hash of a confirmation link, which is valid for a day', async () => {
  const form = { email: 'Carl@Example.org', password: 'correct horse', name: 'Carl' };
  const settings = { origin: 'https://video.example.org', language: 'en' } as const;
  const proof = { person: undefined, browser: 'browser', password: undefined };
  const ask = async () => {
    await people.emails.askToSignUp({ ...form, browser: 'browser' }, settings);
    return /#(\S+)/.exec(emails.pop()?.text ?? '')?.[1] ?? '';
  };
  const [late, good] = [await ask(), await ask()];
  const { rows } = await sql<{ row: string }>`select confirmations::text as row from confirmations`.execute(
    database.db,
  );
  expect(rows).toHaveLength(2);
  for (const secret of [late, good, form.password]) expect(JSON.stringify(rows)).not.toContain(secret);
  const hash = hashSecret(late);
  await sql`update confirmations set expires_at = now() - interval '1 second' where hash = ${hash}`.execute(
    database.db,
  );
  await expect(people.emails.confirm(late, proof)).rejects.toMatchObject({ statusCode: 410 });
  const { signIn } = await people.emails.confirm(good, proof);
  expect(await people.find(signIn?.secret ?? '')).toMatchObject({ email: 'carl@example.org', emailVerified: true });
});

it('stores recovery codes and the authenticator secret only in protected form', async () => {
  const { secret } = await people.signUp({ email: 'dora@example.org', password: 'correct horse', name: '' });
  const setup = await people.twoFactor.setUp(secret, 'correct horse');
  const { rows } = await sql<{ row: string }>`select two_factors::text as row from two_factors`.execute(database.db);
  for (const told of [setup.secret, ...setup.recoveryCodes]) expect(JSON.stringify(rows)).not.toContain(told);
});

it('reports an existing account to the second of two simultaneous sign-ups, whatever the case of the address', async () => {
  const forms = ['Twice@Example.org', 'twice@example.org'].map((email) => ({
    email,
    password: 'correct horse',
    name: '',
  }));
  const ends = await Promise.allSettled(forms.map((form) => people.signUp(form)));
  const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
  expect(refused).toEqual([expect.objectContaining({ statusCode: 409, code: 'conflict' })]);
});
