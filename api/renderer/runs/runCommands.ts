import { rm, writeFile } from 'node:fs/promises';
import { fpsOf } from '../../../engine/timeline/frameRate.ts';
import type { Budget } from '../../system/budget.ts';
import { ProcessError, renderLimits } from '../../system/process.ts';
import { runFfmpeg } from '../../system/sandbox.ts';
import { encodeGifFile, type GifRun, type GifWork } from '../gif/encodeGifFile.ts';
import type { Media } from '../media/openMedia.ts';
import { fileUrl } from '../media/safeInput.ts';
import { shownName } from '../media/unreadable.ts';
import type { RenderPlan } from '../plan/plan.ts';
import type { RenderFiles } from '../plan/renderFiles.ts';
import { outputRecipes } from '../print/outputs.ts';
import type { Command } from './command.ts';
import { explainFailure } from './explain.ts';
import { gifNeed, inputsOf, runNeed } from './need.ts';
import { STALL_SECONDS, watchForStall } from './stall.ts';
import { markWebpAlpha } from './webpAlpha.ts';

/** Context of ffmpeg runs. */
export interface RunContext {
  media: Media;
  /** Runs execute in its folder `work`. */
  files: Pick<RenderFiles, 'work' | 'memory'>;
  budget: Budget;
  signal: AbortSignal | undefined;
  /** Encodes a GIF; default: in this process. */
  makeGif?: ((gif: GifWork, run: GifRun) => Promise<void>) | undefined;
  /** Called with the number of finished frames over all runs. */
  onFrame: (frame: number) => void;
  /** Called with a sentence about parts of a file that cannot be decoded and are skipped. */
  onNote: (text: string) => void;
  /** Seconds without progress after which a run is stopped; default: STALL_SECONDS. */
  stallSeconds?: number | undefined;
}

/**
 * Runs the commands one after the other, and encodes GIFs from their frames.
 * @param plan whose inputs are checked if a run fails, to find the cause.
 * @throws DiskFullError before a run whose files do not fit; ProblemError if an input cannot be decoded, or a run
 * stalls; ProcessError otherwise; the signal's reason when aborted.
 */
export async function runCommands(commands: readonly Command[], plan: RenderPlan, context: RunContext): Promise<void> {
  const { signal, files, media, budget, onFrame, onNote } = context;
  const { work, memory } = files;
  let before = 0;
  for (const command of commands) {
    const { args, frames, gif, zip, webp, lists = [], drops = [] } = command;
    for (const { path, text } of lists) await writeFile(path, text);
    const counted = (frame: number) => onFrame(before + Math.min(frame, frames));
    try {
      const readFrames = frameReader(counted, plan);
      const onLog = (log: string) => {
        for (const name of damagedMedia(log, args, media)) onNote(`Parts of "${name}" are damaged and were skipped.`);
      };
      const run = async () => {
        const stall = watchForStall(command, context.stallSeconds ?? STALL_SECONDS);
        const onOutput = (text: string) => {
          stall.read(text);
          readFrames(text);
        };
        const ending = signal ? AbortSignal.any([signal, stall.signal]) : stall.signal;
        try {
          await runFfmpeg(args, { limits: renderLimits, signal: ending, cwd: work, onOutput, onLog });
        } finally {
          stall.close();
        }
      };
      await budget.run(await runNeed(plan, command, { media, work, memory }), run, signal);
    } catch (error) {
      if (!(error instanceof ProcessError)) throw error;
      throw await explainFailure(error, inputsOf(plan, command, media), media, signal);
    }
    if (gif) {
      const make = () =>
        (context.makeGif ?? encodeGifFile)(gif, {
          signal,
          onProgress: (share) => onFrame(before + frames * (1 + share)),
        });
      await budget.run(gifNeed(gif), make, signal);
    }
    if (zip) await (await import('../gif/zipFrames.ts')).zipFrames(zip, signal);
    if (webp !== undefined) await markWebpAlpha(webp);
    for (const path of drops) await rm(path, { force: true });
    before += framesOf(command);
  }
}

/** Returns the progress total of commands in frames, including GIF encoding. */
export function framesOfCommands(commands: readonly Command[]): number {
  return commands.reduce((sum, command) => sum + framesOf(command), 0);
}

function framesOf({ frames, gif }: Command): number {
  return gif ? 2 * frames : frames;
}

/** The log line about a packet that cannot be decoded, as ffmpeg 5 and later versions write it. */
const undecoded = /(?:while decoding stream |\b[va]ist)#(\d+):\d/g;

/** Returns the names of a run's media that could not be decoded completely. */
function damagedMedia(log: string, args: readonly string[], { paths }: Media): Set<string> {
  const inputs = args.flatMap((arg, i) => (arg === '-i' ? [args[i + 1]] : []));
  const damaged = new Set([...log.matchAll(undecoded)].map(([, index]) => inputs[Number(index)]));
  return new Set([...paths].filter(([, path]) => damaged.has(fileUrl(path))).map(([url]) => shownName(url)));
}

/** Parses the output of ffmpeg's -progress: `frame=` lines, or, for audio only, the time. */
function frameReader(onFrame: (frame: number) => void, { output }: RenderPlan): (text: string) => void {
  const isSound = outputRecipes[output.format].kind === 'audio';
  const perStep = isSound ? fpsOf(output.rate) / 1e6 : 1;
  return (text) => {
    const last = [...text.matchAll(isSound ? /^out_time_us=(\d+)$/gm : /^frame=\s*(\d+)$/gm)].at(-1);
    if (last) onFrame(Number(last[1]) * perStep);
  };
}
