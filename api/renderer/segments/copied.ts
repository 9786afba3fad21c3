import { copyFile, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fpsOf } from '../../../engine/timeline/frameRate.ts';
import { fileUrl, safeInput } from '../media/safeInput.ts';
import type { Input, Output, RenderPlan } from '../plan/plan.ts';
import type { RenderFiles } from '../plan/renderFiles.ts';
import type { CopyMode, PlanSegment } from '../plan/renderMode.ts';
import { cleanOutput, common, number, splitOptions } from '../print/ffmpegArgs.ts';
import type { Command } from '../runs/command.ts';
import { segmentContainer } from '../runs/commands.ts';
import { type AvcHeader, pictureNumber, readAvcHeader, sequenceNumber } from '../ways/parameterSets.ts';
import { avcRecord, type Mp4Header, readAt, readMp4Header, withAvcRecord, withFile } from './mp4Header.ts';

/** Container overhead of a copied segment, in bytes. */
const containerBytes = 100_000;

/** Prints the command that copies the frames of a segment from their source. */
export function printCopied(
  { from, to, copied }: PlanSegment & Required<Pick<PlanSegment, 'copied'>>,
  { inputs, output }: RenderPlan,
  files: RenderFiles,
): Command {
  const input = inputs.find(({ id }) => id === copied.input) as Input;
  // Starts slightly before the key frame, because times are rounded; earlier frames are dropped.
  const seek = copied.start + (input.lead ?? 0) - 0.25 / fpsOf(output.rate);
  const read = [...safeInput, ...(seek > 0 ? ['-ss', number(seek)] : []), '-an', '-i', fileUrl(files.media(input))];
  const what = splitOptions(`-map 0:V:0 -c copy -copypriorss 0 -frames:v ${to - from}`);
  const end = [...cleanOutput, ...segmentContainer(output), fileUrl(files.out)];
  const seconds = (to - from) / fpsOf(output.rate);
  const writes = { folder: dirname(files.out), bytes: containerBytes, stretch: { url: input.url, seconds } };
  return { kind: 'copy', writes, frames: to - from, args: [...common, ...read, ...what, ...end] };
}

/**
 * Prints the bitstream filter for joining copied frames: it aligns times with the output's grid and sets decoding times
 * for the largest reordering, so that segments of different encoders follow each other without a gap.
 */
export function copiedTimes({ reordered }: CopyMode, { rate, format }: Output): string[] {
  // WebM times are milliseconds, and it has no frame reordering.
  if (format === 'webm') return [];
  const ticks = rate[1] * Math.ceil(10_000 / rate[0]);
  return ['-bsf:v', `setts=pts=round(PTS/${ticks})*${ticks}:dts=(N-${reordered})*${ticks}`];
}

/**
 * Prepares H.264 segments for joining. Checks that copied ones start with an IDR frame, and writes the parameter sets
 * of all segments to the first one, because players only read those at the start of a file.
 * @throws Error if the segments cannot be joined.
 */
export async function readyForJoin({ files, copied }: Required<Command>['readies']): Promise<void> {
  const headers: { header: Mp4Header; avc: AvcHeader }[] = [];
  for (const path of files) {
    await withFile(path, 'r', async (file) => {
      const header = await readMp4Header(file);
      const avc = readAvcHeader(avcRecord(header));
      if (!avc) throw new Error('A segment has no header of H.264.');
      if (copied.includes(path)) refuseOpen(await readAt(file, header.pictures, 65_536), avc.lengthSize);
      headers.push({ header, avc });
    });
  }
  const [first] = headers as [(typeof headers)[number]];
  const sequences = unionOf(
    headers.flatMap(({ avc }) => avc.sequences),
    sequenceNumber,
  );
  const pictures = unionOf(
    headers.flatMap(({ avc }) => avc.pictures),
    pictureNumber,
  );
  if (sequences.length === first.avc.sequences.length && pictures.length === first.avc.pictures.length) return;
  const record = withSets(avcRecord(first.header), { sequences, pictures });
  await replaceEnd(files[0] as string, first.header.moovAt, withAvcRecord(first.header, record));
}

/** NAL unit types (ITU-T H.264, table 7-1). */
const [ordinaryPicture, refreshingPicture] = [1, 5];

/** @param bytes of the first frame. @throws Error if later frames may refer to frames before it. */
function refuseOpen(bytes: Buffer, lengthSize: number): void {
  for (let at = 0; at + lengthSize < bytes.length; at += lengthSize + bytes.readUIntBE(at, lengthSize)) {
    const kind = (bytes[at + lengthSize] as number) & 31;
    if (kind === refreshingPicture) return;
    if (kind === ordinaryPicture) break;
  }
  throw new Error('A copied segment does not begin anew.');
}

/** Returns one unit per ID. @throws Error if two units of the same ID differ. */
function unionOf(units: readonly Uint8Array[], numberOf: (unit: Uint8Array) => number): Uint8Array[] {
  const found = new Map<number, Uint8Array>();
  for (const unit of units) {
    const known = found.get(numberOf(unit));
    if (known && Buffer.compare(known, unit) !== 0) throw new Error('Two segments have different sets of one number.');
    found.set(numberOf(unit), known ?? unit);
  }
  return [...found.values()];
}

/** Replaces the sets of an `avcC` record; the pixel format fields after them stay. */
function withSets(record: Buffer, { sequences, pictures }: Omit<AvcHeader, 'lengthSize'>): Buffer {
  const list = (units: readonly Uint8Array[]) =>
    units.flatMap((unit) => [Buffer.of(unit.length >> 8, unit.length & 255), unit]);
  const { sequences: own, pictures: ownPictures } = readAvcHeader(record) as AvcHeader;
  const length = [...own, ...ownPictures].reduce((sum, unit) => sum + 2 + unit.length, 7);
  return Buffer.concat([
    record.subarray(0, 5),
    Buffer.of(0xe0 | sequences.length),
    ...list(sequences),
    Buffer.of(pictures.length),
    ...list(pictures),
    record.subarray(length),
  ]);
}

/** Overwrites the end of a file. A hard-linked file, such as a cached one, is copied first. */
async function replaceEnd(path: string, at: number, end: Uint8Array): Promise<void> {
  if ((await stat(path)).nlink > 1) {
    await copyFile(path, `${path}.own`);
    await rename(`${path}.own`, path);
  }
  await withFile(path, 'r+', (file) => file.write(end, 0, end.length, at));
}
