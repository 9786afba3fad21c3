import { fpsOf } from '../../../engine/timeline/frameRate.ts';
import { type ClockStream, rateOf } from './mediaClock.ts';

/** A video stream, from ffprobe. */
export interface PictureStream extends ClockStream {
  codec_name?: string;
  width?: number;
  height?: number;
  pix_fmt?: string;
  field_order?: string;
  sample_aspect_ratio?: string;
  color_space?: string;
  color_transfer?: string;
  color_primaries?: string;
  color_range?: string;
  tags?: Record<string, string>;
  side_data_list?: { rotation?: number }[];
}

/** A decoded frame, from ffprobe. */
export interface DecodedFrame {
  stream_index?: number;
  pts_time?: string;
  interlaced_frame?: number;
}

/** Returns the properties of a video stream. @param frames the first frames of its file. */
export function frameFacts(video: PictureStream, frames: readonly DecodedFrame[]) {
  const codedWidth = video.width as number;
  const codedHeight = video.height as number;
  const rotation = clockwise(video.side_data_list?.find((data) => data.rotation !== undefined)?.rotation ?? 0);
  const wide = Math.max(1, Math.round(codedWidth * ratioOf(video.sample_aspect_ratio?.replace(':', '/'), 1)));
  const [width, height] = rotation % 180 === 0 ? [wide, codedHeight] : [codedHeight, wide];
  const average = ratioOf(video.avg_frame_rate, 0);
  const base = ratioOf(video.r_frame_rate, average);
  const fps = average > 0 ? average : base;
  const pixelFormat = video.pix_fmt ?? '';
  return {
    videoCodec: video.codec_name ?? '',
    width,
    height,
    codedWidth,
    codedHeight,
    rotation,
    fps,
    variableFrameRate: base > 0 && fps > 0 && Math.abs(base / fps - 1) > 0.03,
    hasAlpha:
      video.tags?.alpha_mode === '1' ||
      video.tags?.ALPHA_MODE === '1' ||
      /^(yuva|gbrap|rgba|bgra|argb|abgr|ya)/.test(pixelFormat),
    // Not all containers declare it.
    interlaced: /^[tb]{2}$/.test(video.field_order ?? '') || frames.some((frame) => frame.interlaced_frame === 1),
    pixelFormat,
    colorMatrix: video.color_space ?? '',
    colorTransfer: video.color_transfer ?? '',
    colorPrimaries: video.color_primaries ?? '',
    fullRange: video.color_range === 'pc' || pixelFormat.startsWith('yuvj'),
  };
}

/** Parses a fraction from ffprobe, with a fallback. */
function ratioOf(text: string | undefined, otherwise: number): number {
  const rate = rateOf(text);
  return rate ? fpsOf(rate) : otherwise;
}

/** Converts ffprobe's counter-clockwise rotation. Players only apply quarter turns. */
function clockwise(rotation: number): number {
  return (((Math.round(-rotation / 90) * 90) % 360) + 360) % 360;
}
