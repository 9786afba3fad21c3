import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A program that is spoken to as whisper.cpp's `whisper-cli` is, and the file of a model for it. */
export interface WhisperProgram {
  program: string;
  model: string;
  /** What it writes from now on; undefined: nothing. */
  writes(answer: string | undefined): void;
  /** What it was asked last. */
  asked(): string[];
}

/** Words as it writes them where each is a segment: a mark follows its word, a space begins one. */
export const whisperAnswer = (words: readonly (readonly [text: string, from: number, to: number])[]): string =>
  JSON.stringify({
    systeminfo: 'AVX = 1',
    result: { language: 'en' },
    transcription: words.map(([text, from, to]) => ({
      ...{ timestamps: { from: '00:00:00,000', to: '00:00:00,000' } },
      ...{ offsets: { from, to }, text },
    })),
  });

/** Puts it into a folder. @param name of the model's file. */
export function makeWhisper(folder: string, name = 'ggml-tiny.bin'): WhisperProgram {
  mkdirSync(folder, { recursive: true });
  const [program, model] = [join(folder, 'whisper-cli'), join(folder, name)];
  writeFileSync(model, 'the weights');
  // As the real one does, it ends well whatever was asked of it.
  const script = [
    `printf '%s\\n' "$@" > '${folder}/asked'`,
    'while [ $# -gt 1 ]; do [ "$1" = -of ] && out=$2; [ "$1" = -f ] && file=$2; shift; done',
    '[ -f "$file" ] || { echo "error: input file not found" >&2; exit 0; }',
    `[ -f '${folder}/answer' ] && cp '${folder}/answer' "$out.json"`,
    'exit 0',
  ];
  writeFileSync(program, `#!/bin/sh\n${script.join('\n')}\n`);
  chmodSync(program, 0o755);
  return {
    ...{ program, model },
    writes: (answer) => {
      const file = join(folder, 'answer');
      if (answer === undefined) rmSync(file, { force: true });
      else writeFileSync(file, answer);
    },
    asked: () => readFileSync(join(folder, 'asked'), 'utf8').trimEnd().split('\n'),
  };
}
