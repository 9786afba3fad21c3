import type { Probe } from '../media/probe.ts';
import { maxImagePixels } from '../media/probe.ts';
import { fileUrl, safeInput } from '../media/safeInput.ts';

/** Filters that make an image upright, by its orientation from 1 on (EXIF 3.0, §4.6.5.1.6). */
const turns = ['', 'hflip,', 'hflip,vflip,', 'vflip,', 'transpose=0,', 'transpose=1,', 'transpose=3,', 'transpose=2,'];

/** Prints the command that writes an image upright as PNG. @param path of the image. @param out path of the PNG. */
export function printPicture(
  path: string,
  { container, orientation = 1 }: Pick<Probe, 'container' | 'orientation'>,
  out: string,
): string[] {
  // The header may state another size than was measured. Without -f, ffmpeg could take the name for an image sequence.
  const read = [...safeInput, '-max_pixels', String(maxImagePixels), '-f', container, '-i', fileUrl(path)];
  // ffmpeg rotates a JPEG by itself, but not a TIFF.
  const turn = container === 'tiff_pipe' ? turns[orientation - 1] : '';
  return printPng(read, `[0:v:0]${turn}format=rgba[frame]`, out);
}

/** Prints the command that writes the first frame of a graph as PNG. @param read options of its input. */
export function printPng(read: readonly string[], graph: string, out: string): string[] {
  const start = ['-nostdin', '-v', 'error', '-y'];
  const end = ['-map', '[frame]', '-frames:v', '1', '-f', 'image2', '-update', '1', fileUrl(out)];
  return [...start, ...read, '-filter_complex', graph, ...end];
}
