import { dirname } from 'node:path';
import type { Need } from '../../system/budget.ts';
import { ffmpegMemory } from '../../system/process.ts';
import { writeSteadyApng } from './apng.ts';
import { constantAudioRate, writeConstantAudio } from './constantAudio.ts';
import type { Probe } from './probe.ts';
import { writeTransparentGif } from './transparentGif.ts';

/** A converted copy of a file that cannot be used in place. */
export interface PrivateCopy {
  /** Path of the copy. */
  path: string;
  /** Resources that the copy needs. */
  need: Need;
  /** @throws ProblemError media.unreadable; the signal's reason when aborted. */
  write: (from: string, run: CopyRun) => Promise<void>;
}

/** Converts animated WebP to animated PNG; see writeWebpAsApng. */
export type WebpWriter = (from: string, out: string, signal: AbortSignal | undefined) => Promise<void>;

/** Options for writing a copy. */
export interface CopyRun {
  signal: AbortSignal | undefined;
  /** Decodes images; a service does this in a separate process. */
  writeWebp: WebpWriter;
}

/** Audio containers that remain valid when files are concatenated. */
const joinable = new Set(['mp3', 'ogg']);

/** Memory needed to copy an animated PNG, in bytes. */
const mostCopied = 40_000_000;

/**
 * Returns the copy that a file needs. @param stem path of the copy without extension. @returns undefined if the file
 * can be used in place.
 */
export function privateCopyOf(probe: Probe, stem: string): PrivateCopy | undefined {
  const { changingSound, animated, container, size, audioTrack: track } = probe;
  const needing = (memory: number, bytes: number): Need => ({ memory, disk: { bytes, folder: dirname(stem) } });
  if (changingSound) {
    const path = `${stem}.mov`;
    const need = needing(ffmpegMemory, size + probe.duration * constantAudioRate);
    return {
      path,
      need,
      write: (from, { signal }) =>
        writeConstantAudio(from, path, { kind: changingSound, isJoined: joinable.has(container), track }, signal),
    };
  }
  if (probe.showsGround) {
    const path = `${stem}.gif`;
    // The file is read at once; the local color tables make it larger.
    return { path, need: needing(4 * size, 2 * size + 1_000_000), write: (from) => writeTransparentGif(from, path) };
  }
  if (!animated || container === 'gif') return undefined;
  const path = `${stem}.apng`;
  if (container !== 'webp')
    return { path, need: needing(mostCopied, size), write: (from) => writeSteadyApng(from, path) };
  const { width, height, duration, fps } = probe;
  const frame = width * height;
  // Lossless recompression grows the file, but rarely this much.
  const need = needing(20 * frame, Math.min(3 * frame * Math.round(fps * duration), 30 * size));
  return { path, need, write: (from, { signal, writeWebp }) => writeWebp(from, path, signal) };
}
