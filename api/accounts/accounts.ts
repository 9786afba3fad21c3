import path from 'node:path';
import type { Database } from '../db/database.ts';
import { type Devices, openDevices } from './devices.ts';
import type { People } from './people.ts';
import { openPost, type PostSettings } from './post.ts';
import { openResets } from './resets.ts';
import { openSignIns, type SignIns } from './signIns.ts';
import type { SingleSignOn, SingleSignOnSettings } from './singleSignOn.ts';
import { openTokens, type Tokens } from './tokens.ts';
import { openTries, type Tries } from './tries.ts';

/** How accounts are set up. */
export interface AccountOptions extends PostSettings {
  /** Whether people may have accounts; default true. */
  allowed?: boolean | undefined;
  /** Address under which people reach the service, for the links in emails; default: that of the request, see linkOriginOf. */
  publicUrl?: string | undefined;
  /** An OpenID provider at which people sign in; needs publicUrl. */
  singleSignOn?: SingleSignOnSettings | undefined;
  /** The secret of whoever runs the service; default: one that is kept in the data folder. */
  operatorToken?: string | undefined;
}

/** The accounts of a service. */
export interface Accounts {
  /** People and their passwords; what they need is loaded when somebody first asks for it. */
  people(): Promise<People>;
  tokens: Tokens;
  devices: Devices;
  tries: Tries;
  signIns: SignIns;
  publicUrl: string | undefined;
  /** Deletes what no longer counts. */
  sweep(): Promise<void>;
  /** Signing in at an OpenID provider, and its name; undefined where the operator set none up. */
  singleSignOn: { name: string; open(): Promise<SingleSignOn> } | undefined;
  /** Whether emails reach people, so that an account needs a confirmed address. */
  sendsEmail: boolean;
}

/** The accounts of a service, asked for when they are needed. @throws AccountError 404 where people have none */
export type AccountsOf = () => Accounts;

/** Opens the accounts; undefined where there are none. @param root the data folder: letters lie in its folder `mail`. */
export function openAccounts(database: Database, root: string, options: AccountOptions = {}): Accounts | undefined {
  const { allowed = true, publicUrl, singleSignOn, ...settings } = options;
  if (!allowed) return undefined;
  const post = openPost(path.join(root, 'mail'), settings);
  const [devices, tries] = [openDevices(database), openTries(database)];
  let people: Promise<People> | undefined;
  return {
    people: () => {
      const opening = people ?? import('./people.ts').then(({ openPeople }) => openPeople(database, post));
      people = opening;
      // Where the database was away the next call opens them.
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
    sendsEmail: settings.smtp !== undefined,
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
