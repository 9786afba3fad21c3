import type { Command } from 'commander';
import { createClient } from '../../api/contract/client.ts';
import { type Call, type Context, setAction } from '../context.ts';
import { exitCodes } from '../output.ts';
import { sanitizeLine } from '../sanitizeLine.ts';
import { tokenFor } from '../savedTokens.ts';
import { printWebhook } from './status.ts';

/** Adds `cutroom resend`. */
export function addResend(program: Command, context: Context): void {
  const command = program
    .command('resend')
    .description('Has a server tell the end of a video once more to the address that was named for it.')
    .argument('<id>', 'id of the video, as submit and createVideo give it')
    .requiredOption('--server <url>', 'address of the server, such as http://localhost:3000');
  setAction(context, command, resend);
}

async function resend([id]: [string], { options, output, signal }: Call<{ server: string }>): Promise<number> {
  const client = createClient({ baseUrl: options.server, token: await tokenFor(options.server) });
  const video = await client.resendWebhook(id, { signal });
  if (video.webhook) output.line(sanitizeLine(printWebhook(video.webhook)));
  output.data(video);
  return exitCodes.good;
}
