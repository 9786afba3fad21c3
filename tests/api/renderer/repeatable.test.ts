import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { limitConcurrency } from '../../../api/system/limitConcurrency.ts';
import { renderLimits } from '../../../api/system/process.ts';
import { repeatable } from '../../../api/system/repeatable.ts';
import { runFfmpeg } from '../../../api/system/sandbox.ts';
import { temporaryFolder } from '../support/files.ts';

it('AVX-512 is disabled for x264 only, on machines that have it', () => {
  const joined = ['-i', 'file:libx264', '-c:v', 'libx264', '-x264-params', 'subme=1', '-c:a', 'aac', 'file:out.mp4'];
  expect(repeatable(joined, true).join(' ')).toBe(
    '-i file:libx264 -c:v libx264 -x264opts asm=avx2 -x264-params subme=1 -c:a aac file:out.mp4',
  );
  expect(repeatable(joined, false)).toEqual(joined);
});

it('the same frames encode to the same bytes, even on a busy machine', { timeout: 600_000 }, async () => {
  const times = process.env.CUTROOM_LONG ? 120 : 8;
  const folder = await temporaryFolder();
  const limited = limitConcurrency(4);
  const encode = async (number: number) => {
    const out = path.join(folder, `${number}.mp4`);
    const source = ['-f', 'lavfi', '-i', 'testsrc2=size=320x240:rate=25:duration=8'];
    const args = ['-v', 'error', '-y', ...source, '-c:v', 'libx264', '-preset', 'fast', '-crf', '18'];
    await runFfmpeg([...args, '-fflags', '+bitexact', `file:${out}`], { limits: renderLimits });
    return (await readFile(out)).toString('base64');
  };
  const made = await Promise.all(Array.from({ length: times }, (_, number) => limited(() => encode(number))));
  expect(new Set(made).size).toBe(1);
});
