import type { Command } from 'commander';
import { createAccountClient } from '../../api/contract/accountClient.ts';
import { type Call, type Context, setAction } from '../context.ts';
import { exitCodes, UsageError } from '../output.ts';
import { readSecret } from '../readSecret.ts';
import { sanitizeLine } from '../sanitizeLine.ts';
import { saveToken, tokenIn } from '../savedTokens.ts';

interface LoginFlags {
  server: string;
  out?: boolean;
}

/** Adds `cutroom login`. */
export function addLogin(program: Command, context: Context): void {
  const command = program
    .command('login')
    .description('Keeps a token of your account for a server, for submit and status.')
    .requiredOption('--server <url>', 'address of the server, such as http://localhost:3000')
    .option('--out', 'forgets the token instead');
  setAction(context, command, login);
}

async function login(_args: [], { options, output, signal }: Call<LoginFlags>): Promise<number> {
  const { server, out } = options;
  if (!URL.canParse(server))
    throw new UsageError(`--server is an address such as http://localhost:3000, not "${server}".`);
  if (out) {
    const wasThere = await saveToken(server, undefined);
    output.line(
      wasThere
        ? `The token for ${server} is forgotten. It works on until you revoke it on the page of your account.`
        : `There was no token for ${server}.`,
    );
    output.data({ ok: true });
    return exitCodes.good;
  }
  const token = tokenIn(await readSecret(`Make a token at ${new URL('/my', server).href} and paste it here: `, signal));
  const { user } = await createAccountClient({ baseUrl: server, token }).me({ signal });
  if (!user) throw new UsageError('This is no token of an account.');
  await saveToken(server, token);
  output.line(sanitizeLine(`Signed in to ${server} as ${user.email}.`));
  output.data({ ok: true, server, user });
  return exitCodes.good;
}
