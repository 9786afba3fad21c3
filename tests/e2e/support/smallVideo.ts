import { execFileSync } from 'node:child_process';
import { existsSync, renameSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { inject } from 'vitest';
import { type DroppedFile, samplesDir } from './page.ts';

/**
 * A sample video a quarter as wide, with its name, length and sound: browsers decode it and the service encodes it in a
 * fraction of the time. @param name of fixtures/media. @returns its path.
 */
export function smallVideo(name: string): string {
  const made = join(inject('suiteFolder'), `small-${name}`);
  if (existsSync(made)) return made;
  const draft = join(inject('suiteFolder'), `${process.pid}-${basename(name)}`);
  const coded = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '16', '-c:a', 'copy'];
  execFileSync('ffmpeg', [
    ...['-nostdin', '-v', 'error', '-y', '-i', join(samplesDir, 'media', name)],
    ...['-vf', 'scale=iw/4:-2', ...coded, draft],
  ]);
  renameSync(draft, made);
  return made;
}

/** The same as a file to choose. */
export const smallVideoFile = async (name: string): Promise<DroppedFile> => ({
  ...{ name, mimeType: 'video/mp4' },
  buffer: await readFile(smallVideo(name)),
});
