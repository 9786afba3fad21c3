import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { OPERATOR_FILE } from '../../api/contract/account.ts';
import { createAccountClient } from '../../api/contract/accountClient.ts';
import { environment } from '../../api/system/environment.ts';
import { type Call, type Context, runs } from '../context.ts';
import { harmless } from '../harmless.ts';
import { exitCodes, UsageError } from '../output.ts';

interface AccountFlags {
  server: string;
  data?: string;
  subscription: string;
}

/** Adds `cutroom account`. */
export function addAccount(program: Command, context: Context): void {
  const command = program
    .command('account')
    .description('For who runs a server: says whether an account has a subscription.')
    .argument('<email>', 'e-mail address of the account')
    .requiredOption('--server <url>', 'address of the server, such as http://localhost:3000')
    .requiredOption('--subscription <on|off>', 'whether it has one')
    .option('--data <folder>', 'data folder of the server, which holds its secret (default: DATA_DIR, else ./data)');
  runs(context, command, account);
}

async function account([email]: [string], { options, output, signal }: Call<AccountFlags>): Promise<number> {
  const { server, data, subscription } = options;
  if (subscription !== 'on' && subscription !== 'off')
    throw new UsageError(`--subscription is on or off, not "${subscription}".`);
  const folder = resolve(data ?? environment().dataDir ?? 'data');
  const token = environment().operatorToken ?? (await readFile(resolve(folder, OPERATOR_FILE), 'utf8').catch(() => ''));
  if (!token)
    throw new UsageError(`There is no "${OPERATOR_FILE}" in ${folder}. Name the server’s data folder by --data.`);
  const hasSubscription = subscription === 'on';
  const client = createAccountClient({ baseUrl: server, token: token.trim() });
  const changed = await client.changeAccount({ email, hasSubscription }, { signal });
  output.line(harmless(`${changed.email} has ${hasSubscription ? 'a' : 'no'} subscription.`));
  output.data(changed);
  return exitCodes.good;
}
