import { dirname } from 'node:path';
import type { Need } from '../../system/budget.ts';
import { ffmpegMemory } from '../../system/process.ts';
import { writeSteadyApng } from './apng.ts';
import { writeClearGif } from './clearGif.ts';
import type { Probe } from './probe.ts';
import { steadySoundRate, writeSteadySound } from './steadySound.ts';

/** How a file that cannot be used in place is copied to one that can. */
export interface PrivateCopy {
  /** Of the copy. */
  path: string;
  /** What making it takes. */
  need: Need;
  /** @throws ProblemError media.unreadable; the signal's reason when aborted. */
  write: (from: string, run: CopyRun) => Promise<void>;
}

/** Writes an animated WebP as an animated PNG, see writeWebpAsApng. */
export type WebpWriter = (from: string, out: string, signal: AbortSignal | undefined) => Promise<void>;

/** How a copy is made. */
export interface CopyRun {
  signal: AbortSignal | undefined;
  /** Decodes pictures, which a service leaves to a process of its own. */
  writeWebp: WebpWriter;
}

/** Containers of sounds that stay one when files of them are joined. */
const joinable = new Set(['mp3', 'ogg']);

/** So much of a file is in memory while it is copied, bytes. */
const mostCopied = 40_000_000;

/** The copy that a file needs. @param stem path of the copy without its extension. @returns undefined for a file that can be used in place. */
export function privateCopyOf(probe: Probe, stem: string): PrivateCopy | undefined {
  const { changingSound, animated, container, size, audioTrack: track } = probe;
  const needing = (memory: number, bytes: number): Need => ({ memory, disk: { bytes, folder: dirname(stem) } });
  if (changingSound) {
    const path = `${stem}.mov`;
    const need = needing(ffmpegMemory, size + probe.duration * steadySoundRate);
    return {
      path,
      need,
      write: (from, { signal }) =>
        writeSteadySound(from, path, { kind: changingSound, isJoined: joinable.has(container), track }, signal),
    };
  }
  if (probe.showsGround) {
    const path = `${stem}.gif`;
    // It is read whole; its color tables make it larger.
    return { path, need: needing(4 * size, 2 * size + 1_000_000), write: (from) => writeClearGif(from, path) };
  }
  if (!animated || container === 'gif') return undefined;
  const path = `${stem}.apng`;
  if (container !== 'webp')
    return { path, need: needing(mostCopied, size), write: (from) => writeSteadyApng(from, path) };
  const { width, height, duration, fps } = probe;
  const frame = width * height;
  // Packed again without loss it is larger than it was, but seldom so much.
  const need = needing(20 * frame, Math.min(3 * frame * Math.round(fps * duration), 30 * size));
  return { path, need, write: (from, { signal, writeWebp }) => writeWebp(from, path, signal) };
}
