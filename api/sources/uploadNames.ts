import path from 'node:path';
import { fontTypes } from '../../engine/project/fontFormat.ts';
import { type MediaFormat, mediaFormats } from '../../engine/project/formatTable.ts';
import type { UploadRow } from '../db/tables.ts';
import { storedName, withExtension } from '../storage/names.ts';

/** Extensions that mean the same format. */
const families: readonly (readonly string[])[] = [
  ...mediaFormats.map((format) =>
    mediaFormats.filter((other) => familyOf(other) === familyOf(format)).flatMap(({ endings }) => endings),
  ),
  ...Object.keys(fontTypes).map((ending) => [ending]),
];

/** Extensions by the types that files are declared with. */
const byType: Readonly<Record<string, string>> = Object.fromEntries([
  ...mediaFormats.flatMap(({ types, endings }) => types.map((type) => [type, endings[0]])),
  ...Object.entries(fontTypes).map(([ending, type]) => [type, ending]),
]);

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
  const isSame =
    own === extension || families.some((endings) => [own, extension].every((one) => endings.includes(one)));
  return isSame ? name : withExtension(name, extension);
}

/** '' for a name whose extension is of no media format. */
function mediaExtensionOf(name: string): string {
  const own = extensionOf(name);
  return families.some((endings) => endings.includes(own)) ? own : '';
}

function extensionOf(name: string): string {
  return path.extname(name).slice(1).toLowerCase();
}

function familyOf({ family, id }: MediaFormat): string {
  return family ?? id;
}
