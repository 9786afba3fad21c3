import { readWoff2, unpackSync } from './woff2.ts';

/** Whether a font is variable and has weights above regular. @param file false for a damaged one. */
export function hasBoldWeight(file: Buffer): boolean {
  try {
    const axes = file.toString('latin1', 0, 4) === 'wOF2' ? packedAxes(file) : plainAxes(file);
    return axes !== undefined && heaviest(axes) > 400;
  } catch {
    return false;
  }
}

/** Finds the fvar table of a TrueType or OpenType file. */
function plainAxes(file: Buffer): Buffer | undefined {
  for (let i = 0; i < file.readUInt16BE(4); i += 1) {
    const record = 12 + 16 * i;
    if (file.toString('latin1', record, record + 4) === 'fvar') return file.subarray(file.readUInt32BE(record + 8));
  }
  return undefined;
}

function packedAxes(file: Buffer): Buffer | undefined {
  const font = readWoff2(file);
  const table = font.tables.find(({ tag }) => tag === 'fvar');
  return table && unpackSync(font).subarray(table.from, table.from + table.length);
}

/** Returns the maximum of the weight axis; 0 without one. */
function heaviest(fvar: Buffer): number {
  const [from, count, size] = [fvar.readUInt16BE(4), fvar.readUInt16BE(8), fvar.readUInt16BE(10)];
  const axes = Array.from({ length: count }, (_, i) => from + size * i);
  const weight = axes.find((at) => fvar.toString('latin1', at, at + 4) === 'wght');
  return weight === undefined ? 0 : fvar.readInt32BE(weight + 12) / 65_536;
}
