import type { Command, RenderFiles } from './commands.ts';
import type { Cut } from './cutRuns.ts';
import { common } from './ffmpegArgs.ts';
import { fileUrl, printInput } from './inputArgs.ts';
import { type Piece, pieceList } from './pieceList.ts';
import type { Input, Sound, SoundLeg } from './plan.ts';
import { hertz, printSoundRun } from './printAudio.ts';

/** Writes the run of a sound to files: its ways forwards as they are, its ways back in pieces that fit in memory. */
export function cutSound(sound: Sound, input: Input, files: RenderFiles): Cut {
  const legs = sound.legs.map((leg, i) => cutLeg(sound, leg, input, files, `${input.id}-${i}`));
  const list = pieceList(
    files.work,
    input.id,
    legs.flatMap(({ made }) => made),
  );
  const [first, ...rest] = legs.flatMap(({ commands }) => commands) as [Command, ...Command[]];
  const { id, url, kind } = input;
  return {
    path: list.path,
    input: { id, url, kind, seek: 0, length: sound.length + 1, list: true },
    commands: [{ ...first, lists: [list] }, ...rest],
  };
}

function cutLeg(
  { speed }: Sound,
  leg: SoundLeg,
  input: Input,
  files: RenderFiles,
  name: string,
): { made: Piece[]; commands: Command[] } {
  const run = { legs: [{ ...leg, backwards: false }], speed, loops: true };
  const graph = `${printSoundRun(run, { pad: '0:a:0', channels: files.channels(input), name: 'cut' })}[cut]`;
  const whole = `${name}.wav`;
  const read = printInput(input, files);
  const forwards = { frames: 0, args: [...common, ...read, '-filter_complex', graph, ...endingAs(whole)] };
  // Two channels of four bytes.
  const most = Math.max(hertz, Math.floor(files.memory / 8));
  const samples = Math.max(1, Math.round((leg.length / speed) * hertz));
  if (!leg.backwards) return { made: [{ name: whole, seconds: samples / hertz }], commands: [forwards] };
  const pieces = Array.from({ length: Math.ceil(samples / most) }, (_, i) => {
    const from = i * most;
    const to = Math.min(samples, from + most);
    const part = `[0:a:0]atrim=start_sample=${from}:end_sample=${to},areverse,asetpts=N/SR/TB[cut]`;
    const piece = { name: `back-${name}-${i}.wav`, seconds: (to - from) / hertz };
    const args = [...common, '-i', fileUrl(whole), '-filter_complex', part, ...endingAs(piece.name)];
    return { piece, command: { frames: 0, args } };
  });
  return {
    made: pieces.map(({ piece }) => piece).reverse(),
    commands: [forwards, ...pieces.map(({ command }) => command)],
  };
}

function endingAs(name: string): string[] {
  return ['-map', '[cut]', '-c:a', 'pcm_f32le', '-f', 'wav', fileUrl(name)];
}
