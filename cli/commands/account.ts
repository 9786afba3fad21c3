import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { OPERATOR_FILE } from '../../api/contract/account.ts';
import { createAccountClient } from '../../api/contract/accountClient.ts';
import type { Quota, QuotaChange } from '../../api/contract/quota.ts';
import { environment } from '../../api/system/environment.ts';
import { type Call, type Context, setAction } from '../context.ts';
import { exitCodes, UsageError } from '../output.ts';
import { sanitizeLine } from '../sanitizeLine.ts';
import { tokenIn } from '../savedTokens.ts';

interface AccountFlags {
  server: string;
  data?: string;
  subscription?: string;
  twoFactor?: string;
  quotaGb?: string;
  quotaJobs?: string;
  quotaMinutesDay?: string;
  quotaMinutesMonth?: string;
}

/** Adds `cutroom account`. */
export function addAccount(program: Command, context: Context): void {
  const command = program
    .command('account')
    .description('For operators: sets the subscription and the quotas of an account.')
    .argument('<email>', 'email address of the account')
    .requiredOption('--server <url>', 'address of the server, such as http://localhost:3000')
    .option('--subscription <on|off>', 'turns the subscription on or off')
    .option('--two-factor <off>', 'turns two-factor authentication off, for a user who lost phone and codes')
    .option('--quota-gb <number>', 'storage in gigabytes; 0: unlimited, "default": the server’s default')
    .option('--quota-jobs <number>', 'queued and rendering videos at a time')
    .option('--quota-minutes-day <number>', 'rendered minutes a day')
    .option('--quota-minutes-month <number>', 'rendered minutes a month')
    .option('--data <folder>', 'data folder of the server, which contains its secret (default: DATA_DIR, else ./data)');
  setAction(context, command, account);
}

async function account([email]: [string], { options, output, signal }: Call<AccountFlags>): Promise<number> {
  const { server, data } = options;
  const body = { email, ...subscriptionOf(options), ...twoFactorOf(options), ...quotaOf(options) };
  if (Object.keys(body).length === 1)
    throw new UsageError('Name a change: --subscription, --two-factor or a --quota-….');
  const folder = resolve(data ?? environment().dataDir ?? 'data');
  const token = environment().operatorToken ?? (await readFile(resolve(folder, OPERATOR_FILE), 'utf8').catch(() => ''));
  if (!token)
    throw new UsageError(`There is no "${OPERATOR_FILE}" in ${folder}. Name the server’s data folder with --data.`);
  const where = environment().operatorToken === undefined ? resolve(folder, OPERATOR_FILE) : 'CUTROOM_OPERATOR_TOKEN';
  const secret = tokenIn(token, `${where} does not contain a server’s secret.`);
  const client = createAccountClient({ baseUrl: server, token: secret });
  const changed = await client.changeAccount(body, { signal });
  output.line(sanitizeLine(`${changed.email} has ${changed.hasSubscription ? 'a' : 'no'} subscription.`));
  if ('twoFactor' in body) output.line('Two-factor authentication is off.');
  if ('quota' in body) output.line(printQuota(changed.quota));
  output.data(changed);
  return exitCodes.good;
}

function subscriptionOf({ subscription }: AccountFlags): { hasSubscription?: boolean } {
  if (subscription === undefined) return {};
  if (subscription !== 'on' && subscription !== 'off')
    throw new UsageError(`--subscription must be on or off, not "${subscription}".`);
  return { hasSubscription: subscription === 'on' };
}

function twoFactorOf({ twoFactor }: AccountFlags): { twoFactor?: false } {
  if (twoFactor === undefined) return {};
  if (twoFactor !== 'off')
    throw new UsageError(`--two-factor must be off, not "${twoFactor}": only users themselves turn it on.`);
  return { twoFactor: false };
}

function quotaOf(flags: AccountFlags): { quota?: QuotaChange } {
  const bytes = limitOf('--quota-gb', flags.quotaGb);
  const quota: QuotaChange = {
    ...(bytes === undefined ? {} : { bytes: bytes && Math.round(bytes * 1e9) }),
    ...named('jobs', limitOf('--quota-jobs', flags.quotaJobs)),
    ...named('minutesPerDay', limitOf('--quota-minutes-day', flags.quotaMinutesDay)),
    ...named('minutesPerMonth', limitOf('--quota-minutes-month', flags.quotaMinutesMonth)),
  };
  return Object.keys(quota).length > 0 ? { quota } : {};
}

function named(name: keyof Quota, limit: number | null | undefined): QuotaChange {
  return limit === undefined ? {} : { [name]: limit };
}

/** @returns null for the default quota. */
function limitOf(flag: string, text: string | undefined): number | null | undefined {
  if (text === undefined) return undefined;
  if (text === 'default') return null;
  const isWhole = flag === '--quota-jobs';
  if ((isWhole ? /^\d{1,9}$/ : /^\d{1,9}(?:\.\d+)?$/).test(text)) return Number(text);
  throw new UsageError(`${flag} must be a ${isWhole ? 'whole ' : ''}number, or "default", not "${text}".`);
}

function printQuota({ bytes, jobs, minutesPerDay, minutesPerMonth }: Quota): string {
  const parts = [
    bytes > 0 && `${bytes / 1e9} GB`,
    jobs > 0 && `${jobs} videos at a time`,
    minutesPerDay > 0 && `${minutesPerDay} minutes a day`,
    minutesPerMonth > 0 && `${minutesPerMonth} minutes a month`,
  ].filter(Boolean);
  return parts.length > 0 ? `Quota: ${parts.join(', ')}.` : 'Quota: unlimited.';
}
