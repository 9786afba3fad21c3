import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, vi } from 'vitest';

// Real encoders on a busy machine: slow is not wrong.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

const run = promisify(execFile);

/** A folder that is removed after the test file. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'cutroom-test-'));
  afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
  return folder;
}

/** Writes a moving test pattern with a tone. @param seconds its length. */
export async function makeVideo(file: string, seconds = 2, size = '96x64'): Promise<string> {
  const picture = ['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=25:duration=${seconds}`];
  const sound = ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`];
  await run('ffmpeg', [
    '-v',
    'error',
    '-y',
    ...picture,
    ...sound,
    '-pix_fmt',
    'yuv420p',
    '-preset',
    'ultrafast',
    '-shortest',
    file,
  ]);
  return file;
}

/** Writes a picture. */
export async function makePicture(file: string): Promise<string> {
  await run('ffmpeg', [
    '-v',
    'error',
    '-y',
    '-f',
    'lavfi',
    '-i',
    'testsrc2=size=64x48:duration=1',
    '-frames:v',
    '1',
    file,
  ]);
  return file;
}

/** Writes a tone. */
export async function makeAdjustment(file: string, seconds = 3): Promise<string> {
  await run('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', `sine=frequency=330:duration=${seconds}`, file]);
  return file;
}

/** What ffprobe says of a file. */
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
