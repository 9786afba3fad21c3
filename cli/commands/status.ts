import type { Command } from 'commander';
import { attemptWords } from '../../api/contract/attempts.ts';
import { createClient } from '../../api/contract/client.ts';
import type { VideoRecord } from '../../api/contract/video.ts';
import type { WebhookRecord } from '../../api/contract/webhook.ts';
import { type Call, type Context, setAction } from '../context.ts';
import { exitCodes, printNote } from '../output.ts';
import { sanitizeLine } from '../sanitizeLine.ts';
import { tokenFor } from '../savedTokens.ts';

/** Adds `cutroom status`. */
export function addStatus(program: Command, context: Context): void {
  const command = program
    .command('status')
    .description('Tells how far a video is on a server.')
    .argument('<id>', 'id of the video, as submit and createVideo give it')
    .requiredOption('--server <url>', 'address of the server, such as http://localhost:3000');
  setAction(context, command, status);
}

async function status([id]: [string], { options, output, signal }: Call<{ server: string }>): Promise<number> {
  const client = createClient({ baseUrl: options.server, token: await tokenFor(options.server) });
  const video = await client.getVideo(id, { signal });
  for (const line of printVideo(video, options.server)) output.line(sanitizeLine(line));
  for (const note of video.notes) output.note(printNote(note));
  output.data(video);
  return exitCodes.good;
}

function printVideo(video: VideoRecord, server: string): string[] {
  const again = video.status === 'queued' ? attemptWords(video.attempt) : undefined;
  const lines = [`${video._id}: ${video.status}${again ? ` (${again.toLowerCase()})` : ''}`];
  if (video.status === 'rendering') lines.push(`${Math.round(video.progress * 100)} %, ${video.progressText}`);
  if (video.url) lines.push(new URL(video.url, server).href);
  if (video.error) lines.push(video.error.message, ...moreLines(video.error));
  if (video.webhook) lines.push(printWebhook(video.webhook));
  return lines;
}

/** Counts the problems after the first one, which is the message. */
function moreLines({ problems = [], moreProblems = 0 }: NonNullable<VideoRecord['error']>): string[] {
  const more = Math.max(0, problems.length - 1) + moreProblems;
  return more > 0 ? [`and ${more} more ${more === 1 ? 'problem' : 'problems'}`] : [];
}

/** Describes the state of a webhook in one line. */
export function printWebhook({ url, state, attempts, lastError, nextAt }: WebhookRecord): string {
  const sent = attempts > 0 ? `, sent ${attempts}×` : '';
  return `webhook ${url}: ${state}${sent}${lastError ? `. ${lastError}` : ''}${nextAt ? ` Again at ${nextAt}.` : ''}`;
}
