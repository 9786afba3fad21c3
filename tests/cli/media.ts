import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** A PNG of one black pixel. */
export const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

const ffmpeg = (args: string[]) => execFileSync('ffmpeg', ['-nostdin', '-v', 'error', '-y', ...args]);

/** Makes a video of so many seconds, 160 by 120, 30 frames a second, with a tone. @param heard a filter of the tone. */
export function makeClip(folder: string, name = 'clip.mp4', seconds = 3, heard = 'anull'): string {
  const path = join(folder, name);
  const picture = ['-f', 'lavfi', '-i', `testsrc2=s=160x120:r=30:d=${seconds}`];
  const sound = ['-f', 'lavfi', '-i', `sine=f=440:d=${seconds}`];
  const coded = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-af', heard, '-c:a', 'aac'];
  ffmpeg([...picture, ...sound, ...coded, path]);
  return path;
}

/** Makes a picture, 160 by 120. */
export function makePicture(folder: string, name = 'picture.png'): string {
  const path = join(folder, name);
  ffmpeg(['-f', 'lavfi', '-i', 'testsrc2=s=160x120:d=1', '-frames:v', '1', path]);
  return path;
}

/** Makes an animated GIF, 80 by 60, 10 frames a second. */
export function makeGif(folder: string, name = 'moving.gif', seconds = 2): string {
  const path = join(folder, name);
  ffmpeg(['-f', 'lavfi', '-i', `testsrc2=s=80x60:r=10:d=${seconds}`, path]);
  return path;
}

/** Length, codec and size of a file as ffprobe sees them. */
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
