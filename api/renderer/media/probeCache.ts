import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { environment } from '../../system/environment.ts';
import { partBeside, sweepTemporary } from '../../system/temporary.ts';
import { trimFolder } from '../../system/trimFolder.ts';
import { fileIdentity } from './fileIdentity.ts';
import { type Probe, probeFile } from './probe.ts';
import { noStreams } from './probeStreams.ts';

/** Measures a media file, as probeFile does. */
export type ProbeFile = typeof probeFile;

/** Probes of other programs are not read: counts up when something in them means something else, and names what is in them. */
const probesVersion = [9, ...Object.keys(noStreams)].join(' ');

/** How many files a cache knows at most; each takes about a kilobyte. */
const mostProbes = 2000;

/**
 * Measures each video and sound once, and knows it again as long as nobody writes to it: some take seconds, because all of
 * their packets are read. Pictures are not cached, their headers are read as quickly. What goes wrong with the cache is no
 * matter of a probe.
 * @param folder where it lies, several processes may share it; made when the first file comes.
 * @param most files that it knows; those that nobody asked for in the longest time go.
 */
export function openProbeCache(folder: string, most = mostProbes): ProbeFile {
  return async (path, options) => {
    const identity = await fileIdentity(path);
    const parts = [probesVersion, await programIdentity(), identity];
    const key = createHash('sha256').update(parts.join(' ')).digest('hex');
    const file = join(folder, `${key}.json`);
    const known = identity === '' ? undefined : await readProbe(file);
    if (known) return known;
    const probe = await probeFile(path, options);
    if (probe.kind !== 'image')
      await writeProbe(file, probe)
        .then(() => sweepTemporary(folder))
        .then(() => trimFolder(folder, { ending: '.json', most, of: 'files' }))
        .catch(() => undefined);
    return probe;
  };
}

/** What stands for the ffprobe that measures: another as soon as one of another version is put in its place. */
async function programIdentity(): Promise<string> {
  const { ffprobe, path } = environment();
  const places = ffprobe.includes('/') ? [ffprobe] : path.map((folder) => join(folder, ffprobe));
  for (const place of places) {
    const identity = await fileIdentity(place);
    if (identity !== '') return `${place} ${identity}`;
  }
  return ffprobe;
}

async function readProbe(file: string): Promise<Probe | undefined> {
  try {
    const probe = JSON.parse(await readFile(file, 'utf8')) as Probe;
    const now = new Date();
    await utimes(file, now, now).catch(() => undefined);
    return probe;
  } catch {
    return undefined;
  }
}

/** Appears whole or not at all. */
async function writeProbe(file: string, probe: Probe): Promise<void> {
  await mkdir(join(file, '..'), { recursive: true });
  const part = partBeside(file);
  try {
    await writeFile(part, JSON.stringify(probe));
    await rename(part, file);
  } finally {
    await rm(part, { force: true });
  }
}
