import { impliedMatrix } from '../../project/videoColor.ts';

/** Colors that a file states for its frames: code points of ISO/IEC 23091-2, where 2 and undefined are unknown. */
export interface StatedColor {
  primaries?: number | undefined;
  transfer?: number | undefined;
  matrix?: number | undefined;
  fullRange?: boolean | undefined;
}

/** Names as the WebCodecs registry has them; TypeScript knows some of them. */
const primaries: Readonly<Record<number, string>> = {
  ...{ 1: 'bt709', 5: 'bt470bg', 6: 'smpte170m', 9: 'bt2020', 12: 'smpte432' },
};
const transfers: Readonly<Record<number, string>> = {
  ...{ 1: 'bt709', 6: 'smpte170m', 8: 'linear', 13: 'iec61966-2-1', 16: 'pq', 18: 'hlg' },
};
const matrices: Readonly<Record<number, string>> = {
  ...{ 0: 'rgb', 1: 'bt709', 5: 'bt470bg', 6: 'smpte170m', 9: 'bt2020-ncl' },
};

/**
 * Adds its color space to the settings of a decoder. Without one, a decoder assumes BT.709 for every size, while players
 * and the renderer take BT.601 for small videos; VP8 and VP9 decoders do not read it from the frames.
 * @param stated by the container or, for VP9, the frames. Values in H.264, HEVC and AV1 frames take precedence.
 * @param shownWidth displayed width in pixels, before rotation.
 */
export function withColor(config: VideoDecoderConfig, stated: StatedColor, shownWidth: number): VideoDecoderConfig {
  const { codedWidth = 0, codedHeight = 0 } = config;
  const implied = impliedMatrix({ width: codedWidth, height: codedHeight }, shownWidth);
  const matrix = matrices[stated.matrix ?? 2] ?? (implied === 'bt709' ? 'bt709' : 'smpte170m');
  const colorSpace = {
    primaries: primaries[stated.primaries ?? 2] ?? 'bt709',
    transfer: transfers[stated.transfer ?? 2] ?? 'bt709',
    matrix,
    fullRange: stated.fullRange ?? false,
  };
  return { ...config, colorSpace: colorSpace as VideoColorSpaceInit };
}
