import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, renameSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { inject } from 'vitest';
import { copyFolder } from '../../support/copyFolder.ts';
import { onceInSuite } from '../../support/onceInSuite.ts';
import { type DroppedFile, samplesDir } from './page.ts';

/**
 * A sample video scaled to a quarter of its width, with the same name, duration and audio. It decodes and encodes much
 * faster, and seeks quickly to each second. @param name name in fixtures/media. @returns its path.
 */
export function smallVideo(name: string): string {
  const made = join(inject('suiteFolder'), `small-${name}`);
  if (existsSync(made)) return made;
  const draft = join(inject('suiteFolder'), `${process.pid}-${basename(name)}`);
  const coded = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '16', '-g', '30', '-c:a', 'copy'];
  execFileSync('ffmpeg', [
    ...['-nostdin', '-v', 'error', '-y', '-i', join(samplesDir, 'media', name)],
    ...['-vf', 'scale=iw/4:-2', ...coded, draft],
  ]);
  renameSync(draft, made);
  return made;
}

/** The same video as a file to choose. */
export const smallVideoFile = async (name: string): Promise<DroppedFile> => ({
  ...{ name, mimeType: 'video/mp4' },
  buffer: await readFile(smallVideo(name)),
});

/** Videos of the samples. */
const videos = ['mountains', 'numbers', 'ocean', 'party'];

/** A folder of the samples with small videos, which all pages of a suite share. */
export async function smallSamples(): Promise<string> {
  const folder = join(inject('suiteFolder'), 'samples');
  await onceInSuite('small-samples', async () => {
    await copyFolder(samplesDir, folder);
    for (const name of videos.map((one) => `${one}.mp4`)) copyFileSync(smallVideo(name), join(folder, 'media', name));
    return true;
  });
  return folder;
}
