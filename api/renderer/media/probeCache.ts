import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { environment } from '../../system/environment.ts';
import { sweepTemporary, temporaryName } from '../../system/temporary.ts';
import { trimFolder } from '../../system/trimFolder.ts';
import { fileIdentity } from './fileIdentity.ts';
import { type Probe, probeFile } from './probe.ts';
import { noStreams } from './probeStreams.ts';

/** Measures a media file like `probeFile`. */
export type ProbeFile = typeof probeFile;

/** Invalidates probes of other versions: increase it when a field changes its meaning. Includes the field names. */
const probesVersion = [12, ...Object.keys(noStreams)].join(' ');

/** Maximum number of cached files; each takes about a kilobyte. */
const mostProbes = 2000;

/**
 * Caches probes of video and audio files until the files change: some take seconds, because all packets are read.
 * Images are not cached, because their headers are read as fast. Cache errors never fail a probe.
 * @param folder cache folder, which processes may share; created on first use.
 * @param most maximum number of files; the least recently used are deleted.
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

/** Fingerprint of the ffprobe program: changes when another version replaces it. */
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

/** Writes the file atomically. */
async function writeProbe(file: string, probe: Probe): Promise<void> {
  await mkdir(join(file, '..'), { recursive: true });
  const part = temporaryName(file);
  try {
    await writeFile(part, JSON.stringify(probe));
    await rename(part, file);
  } finally {
    await rm(part, { force: true });
  }
}
