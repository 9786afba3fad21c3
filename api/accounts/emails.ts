import type { Transaction } from 'kysely';
import type { EmailLanguage } from '../contract/account.ts';
import { type Database, sqlRunner } from '../db/database.ts';
import type { StoredError, Tables } from '../db/tables.ts';
import type { Delivery, Queue } from '../jobs/queue.ts';
import { retryDatabase } from '../jobs/retryDatabase.ts';
import type { WorkKind } from '../jobs/workKind.ts';
import type { Log } from '../system/log.ts';
import { openConfirmations } from './confirmations.ts';
import { changeNotice, confirmText, resetText, signUpText, takenText } from './emailTexts.ts';
import { EmailError, type EmailMessage, type Mailer } from './mailer.ts';
import { openResets } from './resets.ts';

/** Settings of an email. */
export interface EmailSettings {
  /** Origin of its links. */
  origin: string;
  language: EmailLanguage;
}

/**
 * An email to send, as its job stores it. The token of its link is created when it is sent, so the queue never contains
 * a link that works. Whether an address has an account is looked up then too, so requests for both take the same time.
 */
export type EmailOrder = EmailSettings &
  (
    | { kind: 'confirm'; confirmation: string }
    | { kind: 'change-notice'; to: string; newAddress: string }
    | { kind: 'reset'; to: string }
  );

/** Accepts emails. */
export interface Outbox {
  /** Accepts the emails that a change calls for, in the change's transaction. They are sent in the background. */
  post(change: (transaction: Transaction<Tables>) => Promise<readonly EmailOrder[]>): Promise<void>;
  /** Resolves when the emails that this process alone would send are sent. */
  close(): Promise<void>;
}

/** What sending needs. */
interface SendContext {
  mailer: Mailer;
  write: ReturnType<typeof createWriter>;
}

/** Creates an outbox whose emails are jobs, so that they survive a restart and an outage of the mail server. */
export function createOutbox({ db }: Pick<Database, 'db'>, queue: Pick<Queue, 'send'>): Outbox {
  return {
    post: (change) =>
      db.transaction().execute(async (transaction) => {
        for (const order of await change(transaction))
          await queue.send({ queue: 'email', videoId: '', order }, sqlRunner(transaction), { priority: 0 });
      }),
    close: async () => undefined,
  };
}

/** Creates an outbox that sends at once, for emails that are written to a folder of this process. */
export function createLocalOutbox(
  database: Pick<Database, 'db'>,
  mailer: Mailer,
  onError: (error: unknown, what: string) => void,
): Outbox {
  const context = { mailer, write: createWriter(database) };
  let sending = Promise.resolve();
  return {
    async post(change) {
      const orders = await database.db.transaction().execute(change);
      const send = async () => {
        for (const order of orders) await sendEmail(context, order, { isRetry: false });
      };
      // Not awaited: the response time would reveal whether an address has an account.
      sending = sending.then(send).catch((error) => onError(error, 'could not send an email'));
    },
    close: () => sending,
  };
}

/** Sends emails. The queue retries after growing delays; an email that a mail server rejects for good is not retried. */
export function emailKind(
  database: Pick<Database, 'db'>,
  queue: Pick<Queue, 'retry'>,
  { mailer, log }: { mailer: Mailer; log: Pick<Log, 'info' | 'warn' | 'error'> },
): WorkKind<Delivery, never> {
  const context = { mailer, write: createWriter(database) };
  const kindOf = ({ order }: Delivery) => (order as EmailOrder).kind;
  const retry = (delivery: Delivery) => retryDatabase(() => queue.retry(delivery));
  return {
    claim: async (delivery) => delivery,
    describe: (delivery) => ({
      ...{ id: delivery.jobId, name: `email "${kindOf(delivery)}"`, deferrals: 0 },
      about: { email: kindOf(delivery), attempt: delivery.attempt },
      failureOf: emailFailureOf,
    }),
    async run(delivery, { signal }) {
      const isRetry = delivery.attempt > 1;
      try {
        const isSent = await sendEmail(context, delivery.order as EmailOrder, { isRetry, signal });
        log.info('email', { outcome: isSent ? 'sent' : 'superseded' });
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof EmailError)) throw error;
        if (error.isFinal || delivery.isLast) log.error(error, 'an email failed for good');
        else log.warn(`${error.message} It will be tried again.`);
        if (!error.isFinal) await retry(delivery);
      }
    },
    requeue: retry,
    fail: retry,
  };
}

/** @returns false if the email is no longer due. */
async function sendEmail(
  { mailer, write }: SendContext,
  order: EmailOrder,
  { isRetry, signal }: { isRetry: boolean; signal?: AbortSignal },
): Promise<boolean> {
  const message = await write(order, isRetry);
  if (message) await mailer.send(message, signal);
  return message !== undefined;
}

/** Creates the function that writes emails, with new tokens. It returns undefined if an email is no longer due. */
function createWriter(database: Pick<Database, 'db'>) {
  const [confirmations, resets] = [openConfirmations(database), openResets(database)];
  const userOf = (email: string) =>
    database.db.selectFrom('users').select(['id', 'email']).where('email', '=', email).executeTakeFirst();
  return async (order: EmailOrder, isRetry: boolean): Promise<EmailMessage | undefined> => {
    const { origin, language } = order;
    if (order.kind === 'change-notice') return { to: order.to, ...changeNotice(order.newAddress, origin, language) };
    if (order.kind === 'reset') {
      const user = await userOf(order.to);
      const token = user && (await resets.issue(user.id, isRetry));
      if (!token) return undefined;
      return { to: user.email, ...resetText(`${origin}/reset-password#${token}`, language) };
    }
    const row = await confirmations.get(order.confirmation);
    if (!row) return undefined;
    const user = await userOf(row.email);
    if (user && user.id !== row.user_id) return { to: row.email, ...takenText(origin, language) };
    const token = await confirmations.issue(row.id);
    const text = row.user_id === null ? signUpText : confirmText;
    if (!token) return undefined;
    return { to: row.email, ...text(`${origin}/confirm-email#${token}`, language) };
  };
}

/** The log has the reason of internal errors. */
function emailFailureOf(): StoredError {
  return { code: 'internal', message: 'The email was not sent.' };
}
