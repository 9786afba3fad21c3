import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { readWoff2, unpackSync, writeWoff2 } from '../../api/fonts/woff2.ts';

const file = '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';

/** Returns two variable fonts by name. The default weight of the second one is bold. */
export function variableFonts(): Record<string, Buffer> {
  const plain = readFileSync(createRequire(import.meta.url).resolve(file));
  const font = readWoff2(plain);
  const all = unpackSync(font);
  const moved = writeWoff2(
    font,
    font.tables.map(({ tag, from, length, original }) => {
      const bytes = Buffer.from(all.subarray(from, from + length));
      // Per axis: tag, minimum, default, maximum, in 32 bits each.
      if (tag === 'fvar') bytes.writeInt32BE(700 * 65_536, bytes.readUInt16BE(4) + 8);
      return { original, bytes };
    }),
  );
  return { 'Variable.woff2': plain, 'Bold first.woff2': moved };
}
