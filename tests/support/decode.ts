import { execFileSync } from 'node:child_process';

/**
 * The frame that a video shows at a time, as RGBA at a size.
 * @param t seconds. @throws when the file cannot be decoded there.
 */
export function decodeFrame(file: string, t: number, width: number, height: number): Uint8ClampedArray {
  const filter = `tpad=stop=-1:stop_mode=clone,fps=100:round=up:start_time=${t + 0.005},scale=${width}:${height}:flags=bicubic+accurate_rnd+full_chroma_int,format=rgba`;
  const args = ['-nostdin', '-v', 'error', '-i', file, '-vf', filter, '-frames:v', '1', '-f', 'rawvideo', '-'];
  const data = execFileSync('ffmpeg', args, { maxBuffer: width * height * 4 + 1024 });
  return new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength);
}
