import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A fake of whisper.cpp's `whisper-cli`, and a model file for it. */
export interface WhisperProgram {
  program: string;
  model: string;
  /** Sets its output; undefined: none. */
  writes(answer: string | undefined): void;
  /** Returns the arguments of the last call. */
  asked(): string[];
}

/** Formats words as whisper-cli does with one segment per word: punctuation follows its word, a space starts one. */
export const whisperAnswer = (words: readonly (readonly [text: string, from: number, to: number])[]): string =>
  JSON.stringify({
    systeminfo: 'AVX = 1',
    result: { language: 'en' },
    transcription: words.map(([text, from, to]) => ({
      ...{ timestamps: { from: '00:00:00,000', to: '00:00:00,000' } },
      ...{ offsets: { from, to }, text },
    })),
  });

/** Creates the fake in a folder. @param name of the model's file. */
export function makeWhisper(folder: string, name = 'ggml-tiny.bin'): WhisperProgram {
  mkdirSync(folder, { recursive: true });
  const [program, model] = [join(folder, 'whisper-cli'), join(folder, name)];
  writeFileSync(model, 'the weights');
  // Like the real program, it exits with 0 whatever happens.
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
