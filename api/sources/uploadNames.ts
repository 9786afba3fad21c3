import path from 'node:path';
import { fontTypes } from '../../engine/project/fontFormat.ts';
import { furtherFormats } from '../../engine/project/formats.ts';
import type { UploadRow } from '../db/tables.ts';
import { storedName, withExtension } from '../storage/names.ts';

/** Extensions that mean the same format; the first one is used where a name has none of them. */
const formats: readonly (readonly string[])[] = [
  ...[['jpg', 'jpeg', 'jpe', 'jfif'], ['png', 'apng'], ['gif'], ['webp'], ['avif'], ['bmp', 'dib']],
  ...[
    ['mp4', 'm4v', 'm4a'],
    ['mov', 'qt'],
    ['webm', 'weba'],
    ['mpeg', 'mpg'],
    ['ogv', 'ogg', 'oga', 'opus'],
  ],
  ...[['mp3', 'mpga'], ['wav', 'wave'], ['flac'], ['aac']],
  ...furtherFormats.map(({ endings }) => endings),
  ...Object.keys(fontTypes).map((ending) => [ending]),
];

/** Extensions by the types that files are declared with. */
const byType: Readonly<Record<string, string>> = {
  ...{ 'image/jpeg': 'jpg', 'image/jpg': 'jpg', 'image/png': 'png', 'image/apng': 'png', 'image/gif': 'gif' },
  ...{ 'image/webp': 'webp', 'image/avif': 'avif', 'image/bmp': 'bmp', 'image/x-ms-bmp': 'bmp', 'video/mp4': 'mp4' },
  ...{ 'video/quicktime': 'mov', 'video/webm': 'webm', 'video/mpeg': 'mpeg', 'video/ogg': 'ogv', 'audio/mpeg': 'mp3' },
  ...{ 'audio/mp3': 'mp3', 'audio/mp4': 'm4a', 'audio/x-m4a': 'm4a', 'audio/wav': 'wav', 'audio/x-wav': 'wav' },
  ...{ 'audio/wave': 'wav', 'audio/vnd.wave': 'wav', 'audio/ogg': 'ogg', 'audio/opus': 'opus', 'audio/webm': 'weba' },
  ...{ 'audio/flac': 'flac', 'audio/x-flac': 'flac', 'audio/aac': 'aac' },
  ...Object.fromEntries(furtherFormats.flatMap(({ types, endings }) => types.map((type) => [type, endings[0] ?? '']))),
  ...Object.fromEntries(Object.entries(fontTypes).map(([ending, type]) => [type, ending])),
};

/**
 * The name of a file whose content is not known yet: its extension is one of the type that it was declared with, or of
 * another kind of media where that is unknown. @param randomId 8 characters.
 */
export function nameByType(fileName: string, fileType: string, randomId: string): string {
  const name = storedName(fileName, randomId);
  const type = fileType.split(';')[0]?.trim().toLowerCase() ?? '';
  return named(name, byType[type] ?? mediaExtensionOf(name));
}

/** The name of an upload: its extension is one of its content, whatever it was called; an empty file keeps one of media. */
export function nameByContent({ name, file }: Pick<UploadRow, 'name' | 'file'>): string {
  return file === null ? name : named(name, extensionOf(file) || mediaExtensionOf(name));
}

/** Keeps an extension that means the same. */
function named(name: string, extension: string): string {
  const own = extensionOf(name);
  const isSame = own === extension || formats.some((endings) => [own, extension].every((one) => endings.includes(one)));
  return isSame ? name : withExtension(name, extension);
}

/** '' for a name whose extension is of no media format. */
function mediaExtensionOf(name: string): string {
  const own = extensionOf(name);
  return formats.some((endings) => endings.includes(own)) ? own : '';
}

function extensionOf(name: string): string {
  return path.extname(name).slice(1).toLowerCase();
}
