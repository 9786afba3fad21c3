import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readPeaks } from '../../renderer/runs/audioPeaks.ts';
import type { Derivation } from './derivation.ts';

/** Peaks of a file over time, as `engine/timeline/peaks.ts` measures them: one byte per hundredth of a second. */
export const peaks: Derivation = {
  file: 'peaks-1.bin',
  type: 'application/octet-stream',
  isOf: ({ hasAudio }) => hasAudio,
  async make(file, probe, { out, ...making }) {
    await writeFile(out, await readPeaks(file, probe, { ...making, folder: path.dirname(out) }));
  },
};
