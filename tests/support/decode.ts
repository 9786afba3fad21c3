import { execFileSync } from 'node:child_process';

const scaled = (width: number, height: number) =>
  `scale=${width}:${height}:flags=bicubic+accurate_rnd+full_chroma_int,format=rgba`;

/**
 * Decodes the frame of a video at a time, as scaled RGBA.
 * @param t seconds. @throws if the file cannot be decoded there.
 */
export function decodeFrame(file: string, t: number, width: number, height: number): Uint8ClampedArray {
  const filter = `tpad=stop=-1:stop_mode=clone,fps=100:round=up:start_time=${t + 0.005},${scaled(width, height)}`;
  return decode(file, filter, 1, width, height)[0] as Uint8ClampedArray;
}

/**
 * Decodes frames of a video by number, as scaled RGBA, in the requested order, in one ffmpeg run. Scaling averages
 * pixels.
 * @throws if one of them is missing.
 */
export function decodeFrames(
  file: string,
  numbers: readonly number[],
  width: number,
  height: number,
): Uint8ClampedArray[] {
  const sorted = [...new Set(numbers)].sort((a, b) => a - b);
  const select = sorted.map((n) => `eq(n\\,${n})`).join('+');
  const found = decode(
    file,
    `select=${select},scale=flags=bicubic+accurate_rnd+full_chroma_int,format=rgba,scale=${width}:${height}:flags=area`,
    sorted.length,
    width,
    height,
  );
  return numbers.map((n) => found[sorted.indexOf(n)] as Uint8ClampedArray);
}

/** Converts consecutive encoder input frames, BT.709 4:2:0, to RGBA; like `decodeFrames`. */
export function decodeI420(frames: Uint8Array, width: number, height: number): Uint8ClampedArray[] {
  const size = `${width}x${height}`;
  const count = frames.length / (width * height * 1.5);
  const input = ['-f', 'rawvideo', '-pixel_format', 'yuv420p', '-video_size', size, '-i', '-'];
  const filter = `setparams=range=tv:colorspace=bt709,${scaled(width, height)}`;
  return decoded(input, filter, { count, width, height, frames });
}

function decode(file: string, filter: string, count: number, width: number, height: number): Uint8ClampedArray[] {
  return decoded(['-i', file], filter, { count, width, height });
}

/** @param options.frames data to read if the input is "-". */
function decoded(
  input: readonly string[],
  filter: string,
  { count, width, height, frames }: { count: number; width: number; height: number; frames?: Uint8Array },
): Uint8ClampedArray[] {
  const args = ['-nostdin', '-v', 'error', ...input, '-vf', filter, '-vsync', '0', '-frames:v', String(count)];
  const size = width * height * 4;
  const options = { maxBuffer: size * count + 1024, ...(frames ? { input: frames } : {}) };
  const data = execFileSync('ffmpeg', [...args, '-f', 'rawvideo', '-'], options);
  if (data.length !== size * count) throw new Error(`${input.at(-1)} has not all of the frames that are asked for.`);
  return Array.from({ length: count }, (_, i) => new Uint8ClampedArray(data.buffer, data.byteOffset + i * size, size));
}
