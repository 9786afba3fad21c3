import type { VideoCodec } from '../../../engine/project/output.ts';
import type { Output } from '../plan/plan.ts';
import { plannedCodec } from '../plan/plannedCodec.ts';
import { splitOptions } from './ffmpegArgs.ts';
import { usualCrf } from './usualRates.ts';

/** What determines the options of a video encoder. */
export type EncodedVideo = Pick<
  Output,
  'format' | 'quality' | 'alpha' | 'parameterSet' | 'crf' | 'codec' | 'encoder' | 'bitrate' | 'keyDistance'
> & { width?: number; height?: number; scaled?: Output['scaled'] };

const color = '-color_primaries bt709 -color_trc bt709 -colorspace bt709 -color_range tv';

/** Smallest side of SVT-AV1, in pixels. */
const leastSvtSide = 64;

/** Options of each encoder: its name, pace and rate. Measured in the README of the renderer. */
const encodings: Record<VideoCodec, (output: EncodedVideo) => string> = {
  h264(output) {
    const { quality, parameterSet } = output;
    const preset = quality === 'high' ? 'fast' : 'veryfast';
    const more = [...(quality === 'fast' ? ['subme=1'] : []), ...(parameterSet ? [`sps-id=${parameterSet}`] : [])];
    const params = more.length > 0 ? `-x264-params ${more.join(':')}` : '';
    return `-c:v libx264 -preset ${preset} ${rateOf(output)} -profile:v high ${keysOf(output)} -pix_fmt yuv420p ${color} ${params}`;
  },
  hevc(output) {
    const preset = { fast: 'superfast', standard: 'veryfast', high: 'fast' }[output.quality];
    // Closed groups, so that players can seek to each key frame. Apple’s players need the tag hvc1.
    const params = '-x265-params log-level=none:info=0:open-gop=0 -forced-idr 1 -tag:v hvc1';
    return `-c:v libx265 -preset ${preset} ${rateOf(output)} ${keysOf(output)} -pix_fmt yuv420p ${color} ${params}`;
  },
  av1(output) {
    const { quality, scaled, encoder } = output;
    const { width = leastSvtSide, height = leastSvtSide } = scaled ?? output;
    const end = `${rateOf(output)} ${keysOf(output, 240)} -pix_fmt yuv420p ${color}`;
    if (encoder || Math.min(width, height) < leastSvtSide)
      return `-c:v libaom-av1 -cpu-used ${{ fast: 8, standard: 6, high: 4 }[quality]} -row-mt 1 ${output.bitrate === undefined ? '-b:v 0' : ''} ${end}`;
    return `-c:v libsvtav1 -preset ${{ fast: 12, standard: 10, high: 8 }[quality]} ${end}`;
  },
  vp9(output) {
    // cpu-used ranges from 0, the slowest, to 8: these are fast enough for an interactive tool.
    const pace = { fast: 8, standard: 6, high: 4 }[output.quality];
    // Frames that are never displayed have no alpha plane.
    const pixels = output.alpha ? '-pix_fmt yuva420p -auto-alt-ref 0' : '-pix_fmt yuv420p';
    const rate = output.bitrate === undefined ? `${rateOf(output)} -b:v 0` : rateOf(output);
    return `-c:v libvpx-vp9 ${rate} -deadline good -cpu-used ${pace} -row-mt 1 ${keysOf(output, 240)} ${pixels} ${color}`;
  },
  prores({ quality, alpha }) {
    // 4444 has the alpha that editors read in a MOV.
    const kind = alpha
      ? '-profile:v 4444 -vendor apl0 -alpha_bits 16 -pix_fmt yuva444p10le'
      : `-profile:v ${{ fast: 'lt', standard: 'standard', high: 'hq' }[quality]} -vendor apl0 -pix_fmt yuv422p10le`;
    return `-c:v prores_ks ${kind} ${color}`;
  },
};

/** Options of the rate: a mean bit rate with peaks of half as much again over two seconds, or a CRF. */
function rateOf(output: EncodedVideo): string {
  const { bitrate, quality, crf = usualCrf(plannedCodec(output), quality) } = output;
  if (bitrate === undefined) return `-crf ${crf}`;
  // SVT-AV1 accepts a maximum only next to a CRF.
  return plannedCodec(output) === 'av1'
    ? `-b:v ${bitrate}k`
    : `-b:v ${bitrate}k -maxrate ${Math.round(1.5 * bitrate)}k -bufsize ${2 * bitrate}k`;
}

/** @param usual distance of key frames in frames; absent: the encoder's. */
function keysOf({ keyDistance }: EncodedVideo, usual?: number): string {
  const distance = keyDistance ?? usual;
  return distance === undefined ? '' : `-g ${distance}`;
}

/** Returns the options of the video encoder of a plan's output. */
export function videoEncoding(output: EncodedVideo): string[] {
  return splitOptions(encodings[plannedCodec(output)](output));
}
