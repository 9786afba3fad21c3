import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measure } from './support/measure.ts';
import { printTable } from './support/table.ts';

/** Text of the voices. */
const spokenText = `Good morning and thank you for watching. Today I want to show you how a small team makes a short film in a
single day. We begin in the morning with a cup of coffee and a plan on one sheet of paper. Then we walk through the old town and
look for places with good light. Every shot should tell a part of the story, so we keep the camera still and wait until something
happens. In the afternoon we sit down together and watch everything that we have recorded. Most of it will never be used, and that
is fine. What remains is cut, put in order, and given some music. Before we show it to anyone, we add the words that people say,
because many of our friends watch without sound. At the end of the day everybody gathers in the kitchen, and we turn off the
lights.`;

/** Voices of flite, which is built into ffmpeg; the last one is the least natural. */
const voices = ['slt', 'rms', 'awb', 'kal16'];

/** Measures the word error rate of the built-in engine with synthetic voices, and its time relative to the audio. */
export async function run(): Promise<string> {
  const temp = mkdtempSync(join(tmpdir(), 'cutroom-bench-'));
  try {
    const rows = [];
    for (const voice of voices) rows.push(await rowOf(voice, temp));
    return printTable([
      ['cutroom transcribe', 'words', 'wrong', 's of audio', 's', 's of CPU', 'CPU × real time', 'MB'],
      ...rows,
    ]);
  } finally {
    rmSync(temp, { recursive: true, force: true });
  }
}

async function rowOf(voice: string, temp: string): Promise<string[]> {
  const [text, wav, out] = ['said.txt', `${voice}.wav`, `${voice}.txt`].map((name) => join(temp, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(text, spokenText);
  const speak = ['-v', 'error', '-y', '-f', 'lavfi', '-i', `flite=textfile=${text}:voice=${voice}`, wav];
  if (spawnSync('ffmpeg', speak).status !== 0) return [voice, 'this ffmpeg cannot speak'];
  const probed = spawnSync('ffprobe', ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', wav]);
  const seconds = Number(probed.stdout.toString());
  const { wall, cpu, memory } = await measure('node', ['cli/bin.mjs', 'transcribe', wav, '--out', out]);
  const [meant, recognized] = [wordsOf(spokenText), wordsOf(readFileSync(out, 'utf8'))];
  const wrong = wordErrors(meant, recognized) / meant.length;
  return [
    ...[`the voice ${voice}`, String(meant.length), `${(100 * wrong).toFixed(1)} %`, seconds.toFixed(1)],
    ...[wall.toFixed(1), cpu.toFixed(1), (cpu / seconds).toFixed(2), (memory / 1e6).toFixed(0)],
  ];
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z']+/g) ?? [];
}

/** Minimum number of inserted, deleted or replaced words: the numerator of the word error rate. */
function wordErrors(meant: readonly string[], recognized: readonly string[]): number {
  let row = recognized.map((_, i) => i + 1);
  meant.forEach((word, i) => {
    let [diagonal, left] = [i, i + 1];
    row = row.map((above, j) => {
      const cost = Math.min(above + 1, left + 1, diagonal + (word === recognized[j] ? 0 : 1));
      [diagonal, left] = [above, cost];
      return cost;
    });
  });
  return row.at(-1) ?? meant.length;
}
