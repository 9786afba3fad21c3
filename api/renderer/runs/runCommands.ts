import { rm, writeFile } from 'node:fs/promises';
import { perSecond } from '../../../engine/timeline/frameRate.ts';
import type { Budget } from '../../system/budget.ts';
import { ProcessError, renderLimits } from '../../system/process.ts';
import { runFfmpeg } from '../../system/sandbox.ts';
import { type GifRun, type GifWork, makeGif } from '../gif/makeGif.ts';
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

/** What runs of ffmpeg are given. */
export interface RunContext {
  media: Media;
  /** They run in its folder `work`. */
  files: Pick<RenderFiles, 'work' | 'memory'>;
  budget: Budget;
  signal: AbortSignal | undefined;
  /** Makes a GIF of frames. Default: it is made in this process. */
  makeGif?: ((gif: GifWork, run: GifRun) => Promise<void>) | undefined;
  /** Told how many frames are made, of all runs together. */
  onFrame: (frame: number) => void;
  /** Told, in a sentence, what of a file could not be decoded and is left out. */
  onNote: (text: string) => void;
  /** A run without progress for this long is stopped. Default: STALL_SECONDS. */
  stallSeconds?: number | undefined;
}

/**
 * Runs ffmpeg for each command, one after the other, and makes GIFs of frames that come of it.
 * @param plan whose inputs are looked at where a run fails, to say which of them is to blame.
 * @throws DiskFullError before a run whose files find no room; ProblemError for an input that cannot be decoded, or a run
 * that makes no progress; ProcessError else; the signal's reason when aborted.
 */
export async function runCommands(commands: readonly Command[], plan: RenderPlan, context: RunContext): Promise<void> {
  const { signal, files, media, budget, onFrame, onNote } = context;
  const { work, memory } = files;
  let before = 0;
  for (const command of commands) {
    const { args, frames, gif, lists = [], drops = [] } = command;
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
        (context.makeGif ?? makeGif)(gif, { signal, onProgress: (share) => onFrame(before + frames * (1 + share)) });
      await budget.run(gifNeed(gif), make, signal);
    }
    for (const path of drops) await rm(path, { force: true });
    before += framesOf(command);
  }
}

/** Frames that some commands make, those of what they make on the way too. */
export function framesOfCommands(commands: readonly Command[]): number {
  return commands.reduce((sum, command) => sum + framesOf(command), 0);
}

function framesOf({ frames, gif }: Command): number {
  return gif ? 2 * frames : frames;
}

/** How ffmpeg 5 names the input of a packet that cannot be decoded, and how later ones do. */
const undecoded = /(?:while decoding stream |\b[va]ist)#(\d+):\d/g;

/** Names of the media of a run of which not everything could be decoded. */
function damagedMedia(log: string, args: readonly string[], { paths }: Media): Set<string> {
  const inputs = args.flatMap((arg, i) => (arg === '-i' ? [args[i + 1]] : []));
  const damaged = new Set([...log.matchAll(undecoded)].map(([, index]) => inputs[Number(index)]));
  return new Set([...paths].filter(([, path]) => damaged.has(fileUrl(path))).map(([url]) => shownName(url)));
}

/** Reads what ffmpeg's -progress prints: `frame=` lines, or, of sound alone, the time that is done. */
function frameReader(onFrame: (frame: number) => void, { output }: RenderPlan): (text: string) => void {
  const isSound = outputRecipes[output.format].kind === 'audio';
  const perStep = isSound ? perSecond(output.rate) / 1e6 : 1;
  return (text) => {
    const last = [...text.matchAll(isSound ? /^out_time_us=(\d+)$/gm : /^frame=\s*(\d+)$/gm)].at(-1);
    if (last) onFrame(Number(last[1]) * perStep);
  };
}
