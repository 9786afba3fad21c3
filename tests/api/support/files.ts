import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { GIFEncoder } from 'gifenc';
import { inject } from 'vitest';
import { afterFile } from '../../support/afterFile.ts';

const run = promisify(execFile);

/** A folder that is deleted after the test file. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'cutroom-test-'));
  afterFile(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
  return folder;
}

/** Runs ffmpeg once per arguments and file type in a suite. @param file path of the copy that the caller gets. */
async function make(file: string, args: readonly string[]): Promise<string> {
  const hash = createHash('sha256').update(args.join('\0')).digest('hex').slice(0, 16);
  const shared = path.join(inject('suiteFolder'), `made-${hash}${path.extname(file)}`);
  if (!existsSync(shared)) {
    const draft = `${shared}.${randomUUID()}${path.extname(file)}`;
    await run('ffmpeg', ['-v', 'error', '-y', ...args, draft]);
    await rename(draft, shared);
  }
  await copyFile(shared, file);
  return file;
}

/** Writes a moving test pattern with a tone. @param seconds duration. @param heard an audio filter. */
export async function makeVideo(file: string, seconds = 2, size = '96x64', heard = 'anull'): Promise<string> {
  const picture = ['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=25:duration=${seconds}`];
  const sound = ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`];
  const coded = ['-pix_fmt', 'yuv420p', '-preset', 'ultrafast', '-shortest'];
  return make(file, [...picture, ...sound, '-af', heard, ...coded]);
}

/** Bytes of a moving test pattern with a tone. @param seconds duration. */
export async function videoBytes(seconds: number): Promise<Buffer> {
  return readFile(await makeVideo(path.join(await temporaryFolder(), 'clip.mp4'), seconds));
}

/** Writes an image. */
export async function makePicture(file: string): Promise<string> {
  return make(file, ['-f', 'lavfi', '-i', 'testsrc2=size=64x48:duration=1', '-frames:v', '1']);
}

/** Writes a tone. */
export async function makeTone(file: string, seconds = 3): Promise<string> {
  return make(file, ['-f', 'lavfi', '-i', `sine=frequency=330:duration=${seconds}`]);
}

/** Facts about a file from ffprobe. */
export async function probeWithFfprobe(
  file: string,
): Promise<{ duration: number; width: number; height: number; codec: string }> {
  const args = [
    '-v',
    'error',
    '-select_streams',
    'v:0',
    '-show_entries',
    'format=duration:stream=width,height,codec_name',
    '-of',
    'json',
    file,
  ];
  const { stdout } = await run('ffprobe', args);
  const { format, streams } = JSON.parse(stdout) as {
    format: { duration: string };
    streams: { width: number; height: number; codec_name: string }[];
  };
  const [stream] = streams;
  return {
    duration: Number(format.duration),
    width: stream?.width ?? 0,
    height: stream?.height ?? 0,
    codec: stream?.codec_name ?? '',
  };
}

/** A GIF whose background changes each frame. @param side pixels. */
export function gifOf(frames: number, side: number): Uint8Array<ArrayBuffer> {
  const gif = GIFEncoder();
  for (let frame = 0; frame < frames; frame += 1)
    gif.writeFrame(new Uint8Array(side * side).fill(frame % 2), side, side, {
      ...{
        palette: [
          [0, 0, 0],
          [255, 0, 0],
        ] as [number, number, number][],
        delay: 50,
        repeat: 0,
      },
    });
  gif.finish();
  return new Uint8Array(gif.bytes());
}
