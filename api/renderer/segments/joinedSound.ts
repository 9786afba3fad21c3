import { HERTZ } from '../../../engine/timeline/soundtrack.ts';
import { fileUrl, ownInput, safeInput } from '../media/safeInput.ts';
import type { Input, RenderPlan } from '../plan/plan.ts';
import type { RenderFiles } from '../plan/renderFiles.ts';
import { type CopiedAudio, soundLead } from '../plan/renderMode.ts';
import { number } from '../print/ffmpegArgs.ts';
import type { Command } from '../runs/command.ts';
import { printAudioCommand } from '../runs/commands.ts';
import { soundFile } from './segmentFiles.ts';

/** How the audio of a video is muxed with its joined segments. */
export interface JoinedAudio {
  /** Runs that encode the audio; empty if it is copied or missing. */
  commands: Command[];
  /** Options of the join's second input, and of its output; empty if the video is silent. */
  read: string[];
  write: string[];
}

/** Prints how the audio of a plan with several segments is encoded, or copied from its source by the join itself. */
export function joinAudio(plan: RenderPlan, files: RenderFiles): JoinedAudio {
  const { way } = plan;
  if (way && way.kind !== 'encode' && way.sound) return printCopiedSound(way.sound, plan, files);
  const out = soundFile(files.work);
  const commands = printAudioCommand(plan, { ...files, out });
  if (commands.length === 0) return { commands, read: [], write: [] };
  return { commands, read: [...ownInput, '-i', fileUrl(out)], write: ['-map', '1:a:0'] };
}

/**
 * The first packets get negative times, which become an edit list: players decode them without playing them. The last
 * packet is shortened to its audible samples.
 */
function printCopiedSound(
  { input, start, length, packets, lastLength }: CopiedAudio,
  { inputs }: RenderPlan,
  files: RenderFiles,
): JoinedAudio {
  const source = inputs.find(({ id }) => id === input) as Input;
  const isFromStart = start <= soundLead;
  // From the input's zero to the first audible sample.
  const before = isFromStart ? start : soundLead;
  const seek = isFromStart ? [] : ['-ss', number((start - before) / HERTZ)];
  // Half a sample less, so that rounding does not decide whether a packet at the end is read.
  const until = ['-t', number((before + length - 0.5) / HERTZ)];
  const read = [...safeInput, ...seek, ...until, '-vn', '-i', fileUrl(files.media(source))];
  const times = `pts=PTS-${before}:dts=DTS-${before}:duration=DURATION-not(N-${packets - 1})*(DURATION-${lastLength})`;
  const prior = isFromStart ? [] : ['-copypriorss:a', '0'];
  return { commands: [], read, write: ['-map', `1:a:${source.track ?? 0}`, ...prior, '-bsf:a', `setts=${times}`] };
}
