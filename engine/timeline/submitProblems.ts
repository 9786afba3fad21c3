import { allTrimProblems } from '../project/crossFieldProblems.ts';
import {
  AUDIO_END_MARGIN,
  MAX_GIF_SECONDS,
  MAX_TOOL_SECONDS,
  MAX_VIDEO_SECONDS,
  MAX_ZIP_FRAMES,
} from '../project/limits.ts';
import { messages } from '../project/messages.ts';
import {
  canBeFitted,
  codecTitles,
  containerCodecs,
  hasSound,
  isAnimation,
  isGif,
  isStill,
  outputTitle,
  sizeLimitOf,
} from '../project/output.ts';
import { type Problem, problem } from '../project/problems.ts';
import type { Project } from '../project/project.ts';
import { audioSpan, sceneDuration, totalDuration } from './durations.ts';

/** All checks before a render, in order of display. */
const checks: readonly ((project: Project) => Problem[])[] = [
  durationProblems,
  allTrimProblems,
  audibleAudioProblems,
  fitProblems,
  codecProblems,
  frameCountProblems,
];

/**
 * Returns the problems that prevent a render: length, trims, audio and output size. Page, API and command line share
 * them. Media of unknown length counts as 0 s.
 */
export function submitProblems(project: Project): Problem[] {
  return checks.flatMap((check) => check(project));
}

/** Returns problems of the audio track if it is audible and all lengths are known. */
function audibleAudioProblems(project: Project): Problem[] {
  const { audio, scenes } = project;
  if (!audio || audio.isMuted || !hasSound(project)) return [];
  const isKnown = audio.duration !== undefined && scenes.every((scene) => sceneDuration(project, scene) > 0);
  return isKnown ? audioProblems(project) : [];
}

/** Tolerance of summed lengths, in seconds: 64.001 s − 4.001 s is 60.00000000000001 s. */
const SLACK = 1e-6;

/**
 * Returns problems of a project's length: over 20 min, over 30 min if a tool created it, or over 60 s for a GIF or an
 * animated WebP; none for a still. Media of unknown length counts as 0 s.
 */
export function durationProblems(project: Project): Problem[] {
  if (isStill(project)) return [];
  const total = totalDuration(project) - SLACK;
  const [longest, sentence] =
    project.tool === undefined ? [MAX_VIDEO_SECONDS, messages.videoTooLong] : [MAX_TOOL_SECONDS, messages.toolTooLong];
  if (total > longest) return [problem('duration.video', [], sentence)];
  if (isAnimation(project) && total > MAX_GIF_SECONDS)
    return [problem('duration.gif', [], isGif(project) ? messages.gifTooLong : messages.animationTooLong)];
  return [];
}

/** Rejects a target size for outputs whose size cannot change. */
function fitProblems({ output }: Project): Problem[] {
  const isUnfit = sizeLimitOf(output) !== undefined && !canBeFitted(output);
  return isUnfit ? [problem('choice', ['output', 'fitUnder'], messages.fitUnfit)] : [];
}

/** Rejects more frames than a zip can contain, as far as their rate is known without the sources. */
function frameCountProblems(project: Project): Problem[] {
  const { output } = project;
  if (output.type !== 'frames' || totalDuration(project) * (output.fps ?? 0) <= MAX_ZIP_FRAMES) return [];
  return [problem('range', ['output', 'fps'], messages.tooManyFrames)];
}

/** Rejects a codec that the container cannot contain, and a bit rate next to a setting that excludes it. */
function codecProblems({ output }: Project): Problem[] {
  if (output.type !== 'video') return [];
  const { container, codec, bitrate, fitUnder } = output;
  const known = containerCodecs[container];
  if (codec && !known.includes(codec)) {
    const titles = known.map((one) => codecTitles[one]);
    const others = `${titles.slice(0, -1).join(', ')} or ${titles.at(-1)}`;
    const title = outputTitle({ type: 'video', container });
    return [
      problem('choice', ['output', 'codec'], `${title} files cannot contain ${codecTitles[codec]}. Choose ${others}.`),
    ];
  }
  if (bitrate === undefined) return [];
  const isProres = codec === 'prores';
  if (!isProres && fitUnder === undefined) return [];
  const sentence = isProres ? messages.bitrateOfProres : messages.bitrateUnfit;
  return [problem('choice', ['output', 'bitrate'], sentence)];
}

/**
 * Returns problems of the audio track: it must have a length and start more than 0.2 s before the end of the video. A
 * start at 0 s is always valid. None without audio.
 */
export function audioProblems(project: Project): Problem[] {
  const { audio } = project;
  if (!audio) return [];
  const { start, end } = audioSpan(audio);
  if (end <= start) return [problem('media.unreadable', ['audio', 'duration'], messages.audioMissing)];
  return audio.startTime === 0 || audio.startTime < totalDuration(project) - AUDIO_END_MARGIN
    ? []
    : [problem('range', ['audio', 'startTime'], messages.audioStartTooLate)];
}
