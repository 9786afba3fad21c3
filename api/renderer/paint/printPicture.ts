import type { Probe } from '../media/probe.ts';
import { maxImagePixels } from '../media/probe.ts';
import { fileUrl, safeInput } from '../media/safeInput.ts';
import { hdrOf } from '../plan/videoPart.ts';
import { printColors } from '../print/printEffects.ts';
import { printSource } from '../print/printFrame.ts';

/** Filters that make an image upright, by its orientation from 1 on (EXIF 3.0, §4.6.5.1.6). */
const turns = ['', 'hflip,', 'hflip,vflip,', 'vflip,', 'transpose=0,', 'transpose=1,', 'transpose=3,', 'transpose=2,'];

/** Prints the command that writes an image upright and in BT.709 as PNG. @param path of the image. @param out path of the PNG. */
export function printPicture(
  path: string,
  { container, orientation = 1, colorTransfer }: Pick<Probe, 'container' | 'orientation' | 'colorTransfer'>,
  out: string,
): string[] {
  const hdr = hdrOf(colorTransfer);
  // ffmpeg does not rotate a TIFF, and an AVIF only in some versions.
  const unrotated = container === 'tiff_pipe' || container === 'mov' ? ['-noautorotate'] : [];
  // The header may state another size than was measured. Without -f, ffmpeg could take the name for an image sequence.
  const limits = ['-max_pixels', String(maxImagePixels)];
  const read = [...safeInput, ...unrotated, ...limits, '-f', container, '-i', fileUrl(path)];
  // ffmpeg rotates a JPEG by itself.
  const turn = unrotated.length > 0 ? turns[orientation - 1] : '';
  const [toneMap, matrix] = hdr ? printSource({ matrix: 'bt2020', range: 'limited', hdr }) : [[], {}];
  const colors = hdr ? `${toneMap.join(',')},${printColors(matrix)},` : '';
  return printPng(read, `[0:v:0]${turn}${colors}format=rgba${hdr ? `,${unmarked}` : ''}[frame]`, out);
}

/** Tags of primaries and transfer function in the PNG would change its displayed colors. */
export const unmarked = 'setparams=color_primaries=unknown:color_trc=unknown';

/** Prints the command that writes the first frame of a graph as PNG. @param read options of its input. */
export function printPng(read: readonly string[], graph: string, out: string): string[] {
  const start = ['-nostdin', '-v', 'error', '-y'];
  const end = ['-map', '[frame]', '-frames:v', '1', '-f', 'image2', '-update', '1', fileUrl(out)];
  return [...start, ...read, '-filter_complex', graph, ...end];
}
