import path from 'node:path';
import type { Database } from '../db/database.ts';
import type { Delivery, Queue } from '../jobs/queue.ts';
import type { WorkKind } from '../jobs/workKind.ts';
import type { Log } from '../system/log.ts';
import { type Devices, openDevices } from './devices.ts';
import { createLocalOutbox, createOutbox, emailKind } from './emails.ts';
import { type MailerSettings, openMailer } from './mailer.ts';
import type { People } from './people.ts';
import { openResets } from './resets.ts';
import { openSignIns, type SignIns } from './signIns.ts';
import type { SingleSignOn, SingleSignOnSettings } from './singleSignOn.ts';
import { openTokens, type Tokens } from './tokens.ts';
import { openTries, type Tries } from './tries.ts';

/** Account settings. */
export interface AccountOptions extends MailerSettings {
  /** Whether accounts are available; default: true. */
  allowed?: boolean | undefined;
  /** Public URL of the service, for links in emails; default: that of the request, see linkOriginOf. */
  publicUrl?: string | undefined;
  /** OpenID provider for single sign-on; needs publicUrl. */
  singleSignOn?: SingleSignOnSettings | undefined;
  /** The operator's secret; default: one stored in the data folder. */
  operatorToken?: string | undefined;
}

/** The accounts of a service. */
export interface Accounts {
  /** Users and passwords; the library is loaded on first use. */
  people(): Promise<People>;
  tokens: Tokens;
  devices: Devices;
  tries: Tries;
  signIns: SignIns;
  publicUrl: string | undefined;
  /** Deletes expired data. */
  sweep(): Promise<void>;
  close(): Promise<void>;
  /** Single sign-on and its display name; undefined if not configured. */
  singleSignOn: { name: string; open(): Promise<SingleSignOn> } | undefined;
  /** Whether emails are delivered, so that accounts need a confirmed address. */
  sendsEmail: boolean;
  /** Sends emails; undefined if they are not delivered. */
  emails: WorkKind<Delivery, never> | undefined;
}

/** Returns the accounts of a service. @throws ServiceError 404 if accounts are turned off */
export type AccountsOf = () => Accounts;

/** What accounts need. */
interface AccountContext {
  database: Database;
  queue: Queue;
  log: Log;
  onError: (error: unknown, what: string) => void;
}

/**
 * Opens the accounts; undefined if they are turned off. @param root the data folder; its folder `mail` contains
 * undelivered emails.
 */
export function openAccounts(
  { database, queue, log, onError }: AccountContext,
  root: string,
  options: AccountOptions = {},
): Accounts | undefined {
  const { allowed = true, publicUrl, singleSignOn, ...settings } = options;
  if (!allowed) return undefined;
  const mailer = openMailer(path.join(root, 'mail'), settings);
  const sendsEmail = settings.smtp !== undefined;
  const outbox = sendsEmail ? createOutbox(database, queue) : createLocalOutbox(database, mailer, onError);
  const [devices, tries] = [openDevices(database), openTries(database)];
  let people: Promise<People> | undefined;
  return {
    people: () => {
      const opening = people ?? import('./people.ts').then(({ openPeople }) => openPeople(database, outbox));
      people = opening;
      // After a failure, for example without a database, the next call tries again.
      opening.catch(() => {
        if (people === opening) people = undefined;
      });
      return opening;
    },
    tokens: openTokens(database),
    devices,
    tries,
    signIns: openSignIns(database),
    publicUrl,
    sweep: () => openResets(database).sweep().then(tries.sweep).then(devices.sweep),
    singleSignOn: singleSignOn && publicUrl ? lazySignOn(database, singleSignOn, publicUrl) : undefined,
    close: outbox.close,
    sendsEmail,
    emails: sendsEmail ? emailKind(database, queue, { mailer, log }) : undefined,
  };
}

function lazySignOn(database: Database, settings: SingleSignOnSettings, origin: string) {
  let opened: Promise<SingleSignOn> | undefined;
  return {
    name: settings.name,
    open: () => {
      opened ??= import('./singleSignOn.ts').then((part) => part.openSingleSignOn(database, settings, origin));
      return opened;
    },
  };
}
