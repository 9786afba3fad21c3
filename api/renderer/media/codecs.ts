import { codecMissing } from '../../../engine/project/messages.ts';
import { codecOf, type VideoCodec } from '../../../engine/project/output.ts';
import { type Problem, problem } from '../../../engine/project/problems.ts';
import type { Project } from '../../../engine/project/project.ts';
import { ffmpegEncoders } from '../../system/ffmpegVersion.ts';

/** ffmpeg's encoders of each codec, the preferred first. */
const encoders: Record<VideoCodec, readonly string[]> = {
  h264: ['libx264'],
  hevc: ['libx265'],
  av1: ['libsvtav1', 'libaom-av1'],
  vp9: ['libvpx-vp9'],
  prores: ['prores_ks'],
};

/** Returns the codecs that the installed ffmpeg can encode. */
export async function availableCodecs(): Promise<VideoCodec[]> {
  const installed = await ffmpegEncoders();
  return (Object.keys(encoders) as VideoCodec[]).filter((codec) => encoders[codec].some((name) => installed.has(name)));
}

/** Returns the problem of a chosen codec that the installed ffmpeg cannot encode. */
export async function codecProblems({ output }: Project): Promise<Problem[]> {
  if (output.type !== 'video' || output.codec === undefined) return [];
  const codec = codecOf(output);
  if ((await availableCodecs()).includes(codec)) return [];
  return [problem('codec.missing', ['output', 'codec'], codecMissing(codec, encoders[codec]))];
}

/** Returns the AV1 encoder of a plan if it is not the usual one, because the installed ffmpeg lacks that. */
export async function otherAv1Encoder(): Promise<{ encoder?: 'libaom-av1' }> {
  return (await ffmpegEncoders()).has('libsvtav1') ? {} : { encoder: 'libaom-av1' };
}
