import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** A PNG with one black pixel. */
export const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

const ffmpeg = (args: string[]) => execFileSync('ffmpeg', ['-nostdin', '-v', 'error', '-y', ...args]);

/** Creates a video of 160 × 120 at 30 fps with a tone. @param heard an audio filter. */
export function makeClip(folder: string, name = 'clip.mp4', seconds = 3, heard = 'anull'): string {
  const path = join(folder, name);
  const picture = ['-f', 'lavfi', '-i', `testsrc2=s=160x120:r=30:d=${seconds}`];
  const sound = ['-f', 'lavfi', '-i', `sine=f=440:d=${seconds}`];
  const coded = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-af', heard, '-c:a', 'aac'];
  ffmpeg([...picture, ...sound, ...coded, path]);
  return path;
}

/** Creates an image of 160 × 120. */
export function makePicture(folder: string, name = 'picture.png'): string {
  const path = join(folder, name);
  ffmpeg(['-f', 'lavfi', '-i', 'testsrc2=s=160x120:d=1', '-frames:v', '1', path]);
  return path;
}

/** Creates an animated GIF of 80 × 60 at 10 fps. */
export function makeGif(folder: string, name = 'moving.gif', seconds = 2): string {
  const path = join(folder, name);
  ffmpeg(['-f', 'lavfi', '-i', `testsrc2=s=80x60:r=10:d=${seconds}`, path]);
  return path;
}

/** Duration, codec and size of a file according to ffprobe. */
export function probe(path: string): { duration: number; codec: string; width: number; height: number } {
  const entries = 'format=duration:stream=codec_name,width,height';
  const text = execFileSync('ffprobe', [
    '-v',
    'error',
    '-select_streams',
    'v:0',
    '-show_entries',
    entries,
    '-of',
    'json',
    path,
  ]);
  const { streams, format } = JSON.parse(text.toString());
  const [{ codec_name: codec, width, height }] = streams;
  return { codec, width, height, duration: Number(format.duration ?? 0) };
}
