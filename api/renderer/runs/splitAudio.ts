import { HERTZ } from '../../../engine/timeline/soundtrack.ts';
import { fileUrl } from '../media/safeInput.ts';
import type { Input } from '../plan/plan.ts';
import type { RenderFiles } from '../plan/renderFiles.ts';
import type { PlannedAudio, PlannedAudioSpan } from '../plan/sound.ts';
import { common } from '../print/ffmpegArgs.ts';
import { printAudioRun } from '../print/printAudio.ts';
import { printInput } from '../print/printInputs.ts';
import { type Command, type Cut, type Piece, pieceList } from './command.ts';
import { soundBytes } from './need.ts';

/** Bytes per stereo sample that is buffered for reversal: ffmpeg holds it twice by the time it is read. */
export const BACKWARD_SAMPLE = 16;

/** Bytes of samples that may be buffered for reversal: a small share of the memory, because audio pieces are cheap. */
export function backwardSound(memory: number): number {
  return memory / 8;
}

/**
 * Writes one run of audio to files: forward segments as they are, reversed ones in pieces that fit in memory. A loop
 * reads the files repeatedly.
 */
export function splitAudio(sound: PlannedAudio, input: Input, files: RenderFiles): Cut & { sound: PlannedAudio } {
  const segments = sound.segments.map((segment, i) => cutSegment(sound, segment, input, files, `${input.id}-${i}`));
  const runs = sound.loops ? Math.ceil((sound.until - sound.at) / sound.length) : 1;
  const run = segments.flatMap(({ made }) => made);
  const list = pieceList(files.work, input.id, Array<Piece[]>(runs).fill(run).flat());
  const length = runs * sound.length;
  const [first, ...rest] = segments.flatMap(({ commands }) => commands) as [Command, ...Command[]];
  const { id, url, kind } = input;
  return {
    path: list.path,
    input: { id, url, kind, seek: 0, length: length + 1, list: true },
    sound: { ...sound, speed: 1, loops: false, length, segments: [{ from: 0, length, backwards: false }] },
    commands: [{ ...first, lists: [list] }, ...rest],
  };
}

function cutSegment(
  { speed }: PlannedAudio,
  segment: PlannedAudioSpan,
  input: Input,
  files: RenderFiles,
  name: string,
): { made: Piece[]; commands: Command[] } {
  const run = { segments: [{ ...segment, backwards: false }], speed, loops: true };
  const graph = `${printAudioRun(run, { pad: `0:a:${input.track ?? 0}`, channels: files.channels(input), name: 'cut' })}[cut]`;
  const whole = `${name}.wav`;
  const read = printInput(input, files);
  const seconds = segment.length / speed;
  const forwards: Command = {
    ...soundRun(files, seconds),
    args: [...common, ...read, '-filter_complex', graph, ...endingAs(whole)],
  };
  const most = Math.max(HERTZ, Math.floor(backwardSound(files.memory) / BACKWARD_SAMPLE));
  const samples = Math.max(1, Math.round((segment.length / speed) * HERTZ));
  if (!segment.backwards) return { made: [{ name: whole, seconds: samples / HERTZ }], commands: [forwards] };
  const pieces = Array.from({ length: Math.ceil(samples / most) }, (_, i) => {
    const from = i * most;
    const to = Math.min(samples, from + most);
    const part = `[0:a:0]atrim=start_sample=${from}:end_sample=${to},areverse,asetpts=N/SR/TB[cut]`;
    const piece = { name: `back-${name}-${i}.wav`, seconds: (to - from) / HERTZ };
    const args = [...common, '-i', fileUrl(whole), '-filter_complex', part, ...endingAs(piece.name)];
    const command: Command = { ...soundRun(files, piece.seconds), waits: (to - from) * BACKWARD_SAMPLE, args };
    return { piece, command };
  });
  return {
    made: pieces.map(({ piece }) => piece).reverse(),
    commands: [forwards, ...pieces.map(({ command }) => command)],
  };
}

/** @param seconds that it writes. */
function soundRun({ work }: RenderFiles, seconds: number): Omit<Command, 'args'> {
  return { kind: 'sound', frames: 0, writes: { folder: work, bytes: soundBytes(seconds, 'floats') } };
}

function endingAs(name: string): string[] {
  return ['-map', '[cut]', '-c:a', 'pcm_f32le', '-f', 'wav', fileUrl(name)];
}
