import type { VideoCodec } from '../../../engine/project/output.ts';
import type { Output } from './plan.ts';

type CodedOutput = Pick<Output, 'format' | 'alpha' | 'codec'>;

/** Returns the codec of a planned video. */
export function plannedCodec({ format, alpha, codec }: CodedOutput): VideoCodec {
  if (codec) return codec;
  if (format === 'webm') return 'vp9';
  return format === 'mov' && alpha ? 'prores' : 'h264';
}

/** Whether the decoder header of a video is in its container, so that joined segments must have the same. */
export function hasDecoderRecord(output: CodedOutput): boolean {
  const isVideo = output.format === 'mp4' || output.format === 'mov' || output.format === 'webm';
  return isVideo && ['h264', 'hevc', 'av1'].includes(plannedCodec(output));
}
