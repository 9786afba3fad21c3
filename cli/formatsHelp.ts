import { formatSentences } from '../engine/project/formats.ts';

/** Columns of a help line. */
const WIDTH = 80;

/** Returns the formats of media files, for the end of a command's help. */
export function formatsHelp(): string {
  return ['', 'Media files:', ...formatSentences().map((sentence) => wrapped(sentence))].join('\n');
}

function wrapped(sentence: string): string {
  const lines: string[] = [];
  for (const word of sentence.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < WIDTH) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(lines.length === 0 ? `  ${word}` : `    ${word}`);
  }
  return lines.join('\n');
}
