import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { decodeText, ENCODING_GUESSED } from '../engine/edit/decodeText.ts';
import type { ChosenMedia } from '../engine/edit/newLayers.ts';
import { type Row, readTable } from '../engine/edit/tableRows.ts';
import type { TemplateField } from '../engine/edit/templateFields.ts';
import { mediaTypeOf } from '../engine/formats/mediaTypes.ts';
import { cutToBytes } from '../engine/project/fileName.ts';
import { printNote, UsageError } from './output.ts';
import { STDIN } from './projectFiles.ts';

/**
 * Reads the rows of a CSV file, or of stdin for `-`; see readTable and readBytes.
 * @param note called if the encoding was guessed.
 * @throws Error with a sentence if it is unreadable or has no rows.
 */
export async function readRows(file: string, note: (text: string) => void): Promise<Row[]> {
  const { parse } = await import('csv-parse/sync');
  const bytes = await (file === STDIN ? buffer(process.stdin) : readFile(file)).catch(() => {
    throw new Error(`${file}: This file cannot be read.`);
  });
  const { text, isGuessed } = decodeText(bytes);
  try {
    const { rows } = readTable(text, parse);
    if (isGuessed) note(printNote(ENCODING_GUESSED, file));
    return rows;
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`);
  }
}

/** Returns a file that a value names, without measuring it; its kind comes from the extension. */
export function fileOfValue(url: string, kind: TemplateField['kind']): ChosenMedia {
  const isVideo = mediaTypeOf(url).startsWith('video/');
  const type = kind === 'sound' ? 'audio' : isVideo ? 'video' : 'image';
  return { url, kind: type, width: 0, height: 0, duration: 0, hasAudio: kind === 'sound', animated: false };
}

/**
 * Fills in the file name of a row's output: `{row}` is the row's number with leading zeros, `{column}` its value,
 * sanitized for a file name.
 * @param count number of rows, for the zeros.
 */
export function fillName(pattern: string, row: Row, count: number): string {
  const number = String(row.number).padStart(String(count).length, '0');
  return pattern.replace(/\{([^{}]+)\}/g, (_all, column: string) =>
    column === 'row' ? number : safeName(columnOf(row, column.trim())),
  );
}

function safeName(text: string): string {
  const safe = text
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}._ -]/gu, '_')
    .replace(/^[. ]+|[. ]+$/g, '');
  return cutToBytes(safe, 100).trim() || '_';
}

function columnOf(row: Row, column: string): string {
  return row.values.get(column) ?? refuseColumn(row, column);
}

/** @throws UsageError that lists the existing columns. */
export function refuseColumn({ values }: Row, column: string): never {
  throw new UsageError(`The table has no column "${column}"; it has ${[...values.keys()].join(', ')}.`);
}
