import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Command } from 'commander';
import { attemptWords } from '../../api/contract/attempts.ts';
import { createClient } from '../../api/contract/client.ts';
import type { ApiError } from '../../api/contract/errors.ts';
import { sweepTemporary } from '../../api/system/temporary.ts';
import { type Call, type Context, setAction } from '../context.ts';
import { formatsHelp } from '../formatsHelp.ts';
import { allowOutside, mediaPlace } from '../mediaPlace.ts';
import { exitCodes, type Output, UsageError } from '../output.ts';
import { createProjectReader, expandFiles } from '../projectFiles.ts';
import { sanitizeLine } from '../sanitizeLine.ts';
import { tokenFor } from '../savedTokens.ts';
import { type Batch, runJob } from '../submit/batchJob.ts';
import { type Board, createBoard } from '../submit/board.ts';
import { type Entry, entryOf, failedEntry, printEntry, reportOf } from '../submit/report.ts';
import { createNamer } from '../submit/resultNames.ts';
import { inputsOfBatch } from '../submit/resultPlaces.ts';
import { withRetries } from '../submit/retry.ts';
import { openState } from '../submit/state.ts';
import { createHasher, readSubmission, type Sources } from '../submit/submission.ts';
import { createUploader } from '../submit/uploads.ts';
import { fileAt, refuseOverInputs } from '../targets.ts';
import { wholeNumber } from '../wholeNumber.ts';
import { writeAtomically } from '../writeAtomically.ts';

interface SubmitFlags {
  server: string;
  concurrency: string;
  wait: boolean;
  out: string;
  report?: string;
  webhook?: string;
  patience: string;
  allowOutside: string[];
}

/** Adds `cutroom submit`. */
export function addSubmit(program: Command, context: Context): void {
  const command = program
    .command('submit')
    .addHelpText('after', formatsHelp)
    .description('Renders projects on a server and downloads the results. Run it again to resume after a stop.')
    .argument('<files...>', 'project files, folders or globs')
    .requiredOption('--server <url>', 'address of the server, such as http://localhost:3000')
    .option('-c, --concurrency <number>', 'number of projects at a time', '2')
    .option('--wait', 'wait for the videos and download the results (default)')
    .option('--no-wait', 'only request the videos, do not wait')
    .option('-o, --out <folder>', 'folder for the results and the state for resuming', '.')
    .option('--report <file>', 'write the outcome of each file as JSON')
    .option('--webhook <url>', 'URL for a webhook when a video is done, failed or cancelled')
    .option('--patience <seconds>', 'seconds to keep retrying while the server does not answer', '300')
    .option(allowOutside.flags, allowOutside.description, allowOutside.parse, allowOutside.usual);
  setAction(context, command, submit);
}

async function submit([names]: [string[]], { options, output, signal }: Call<SubmitFlags>): Promise<number> {
  const concurrency = wholeNumber(options.concurrency, '--concurrency', 64);
  const files = await expandFiles(names);
  // Reports a missing path before anything is sent.
  await mediaPlace('.', options.allowOutside);
  const read = createProjectReader();
  const inputs = await inputsOfBatch(files, read);
  if (options.report !== undefined) refuseOverInputs([options.report], inputs);
  const board = createBoard(files.length);
  try {
    const batch = await openBatch(files, options, { board, inputs, signal });
    const hash = createHasher(signal);
    const entries: Entry[] = files.map((file) => ({ file, status: 'stopped' }));
    const queue = files.entries();
    const worker = async () => {
      for (const [i, file] of queue) {
        if (signal.aborted) return;
        const sources = { read, hash, outside: options.allowOutside };
        const entry = await submitFile(file, { batch, sources, board, isVerbose: output.isVerbose });
        entries[i] = entry;
        board.finish(file, printEntry(entry));
      }
    };
    await Promise.all(Array.from({ length: concurrency }, worker));
    board.stop();
    return await finish(entries, options, output, signal);
  } finally {
    board.stop();
  }
}

/** Opens the state and checks that the server is reachable. */
async function openBatch(
  files: readonly string[],
  options: SubmitFlags,
  { board, inputs, signal }: { board: Board; inputs: readonly string[]; signal: AbortSignal },
): Promise<Batch> {
  const serverUrl = serverOrigin(options.server);
  await mkdir(options.out, { recursive: true });
  await sweepTemporary(options.out);
  const state = await openState(options.out, serverUrl);
  await state.save();
  let troubled = 0;
  const retry = {
    milliseconds: 1000 * wholeNumber(options.patience, '--patience', 86_400),
    signal,
    onTrouble: (error: ApiError) => {
      // All workers meet the same failure: report it at most every 5 s.
      if (Date.now() - troubled < 5000) return;
      troubled = Date.now();
      board.note(`${error.message} Retrying.`);
    },
  };
  const client = createClient({ baseUrl: serverUrl, session: state.session, token: await tokenFor(serverUrl) });
  await withRetries(() => client.health({ signal }), retry);
  return {
    client,
    serverUrl,
    state,
    upload: createUploader(client, state, retry),
    retry,
    wait: options.wait ?? true,
    webhookUrl: options.webhook,
    outOf: createNamer(files, options.out),
    inputs: new Set(inputs.flatMap((path) => fileAt(path) ?? [])),
  };
}

async function submitFile(
  file: string,
  { batch, sources, board, isVerbose }: { batch: Batch; sources: Sources; board: Board; isVerbose: boolean },
): Promise<Entry> {
  try {
    board.update(file, 0, 'Reading media');
    const submission = await readSubmission(file, sources);
    board.update(file, 0, 'Uploading');
    const done = await runJob(submission, batch, ({ status, progress, progressText, attempt }) => {
      const again = attemptWords(attempt);
      if (status === 'queued') board.update(file, 0, again ? `${again}: waiting` : 'Waiting');
      if (status === 'rendering')
        board.update(file, progress, again ? `${again}: rendering` : 'Rendering', progressText);
    });
    return entryOf(file, done);
  } catch (error) {
    if (batch.retry.signal.aborted) return { file, status: 'stopped' };
    return failedEntry(file, error, isVerbose);
  }
}

async function finish(
  entries: readonly Entry[],
  options: SubmitFlags,
  output: Output,
  signal: AbortSignal,
): Promise<number> {
  const report = reportOf(serverOrigin(options.server), entries);
  if (options.report !== undefined) {
    await mkdir(dirname(resolve(options.report)), { recursive: true });
    await writeAtomically(options.report, `${JSON.stringify(report, null, 2)}\n`);
  }
  for (const { out, id } of entries) {
    if (out ?? id) output.line(out ?? sanitizeLine(id ?? ''));
  }
  output.data(report);
  output.note(
    signal.aborted
      ? `Stopped with ${report.done} of ${report.total} done. Run the same command again to resume.`
      : `${report.total} submitted: ${report.done + report.sent} succeeded, ${report.failed} failed.`,
  );
  if (signal.aborted) return exitCodes.stopped;
  return report.failed === 0 ? exitCodes.good : exitCodes.failed;
}

function serverOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url.origin;
  throw new UsageError(`--server must be an address such as http://localhost:3000, not "${text}".`);
}
