import path from 'node:path';
import { fontTypes } from '../../engine/formats/fontFormat.ts';
import { type MediaFormat, mediaFormats } from '../../engine/formats/formatTable.ts';
import type { UploadRow } from '../db/tables.ts';
import { storedName, withExtension } from '../storage/storedNames.ts';

/** Extensions of the same format. */
const families: readonly (readonly string[])[] = [
  ...mediaFormats.map((format) =>
    mediaFormats.filter((other) => familyOf(other) === familyOf(format)).flatMap(({ endings }) => endings),
  ),
  ...Object.keys(fontTypes).map((ending) => [ending]),
];

/** Extensions by declared media type. */
const byType: Readonly<Record<string, string>> = Object.fromEntries([
  ...mediaFormats.flatMap(({ types, endings }) => types.map((type) => [type, endings[0]])),
  ...Object.entries(fontTypes).map(([ending, type]) => [type, ending]),
]);

/**
 * Returns the name of a file with unknown content. Its extension matches the declared type; if that is unknown, an
 * extension of a media format is kept. @param randomId 8 characters.
 */
export function nameByType(fileName: string, fileType: string, randomId: string): string {
  const name = storedName(fileName, randomId);
  const type = fileType.split(';')[0]?.trim().toLowerCase() ?? '';
  return named(name, byType[type] ?? mediaExtensionOf(name));
}

/** Returns the name of an upload, with an extension that matches its content; an empty file keeps a media extension. */
export function nameByContent({ name, file }: Pick<UploadRow, 'name' | 'file'>): string {
  return file === null ? name : named(name, extensionOf(file) || mediaExtensionOf(name));
}

/** Keeps an equivalent extension. */
function named(name: string, extension: string): string {
  const own = extensionOf(name);
  const isSame =
    own === extension || families.some((endings) => [own, extension].every((one) => endings.includes(one)));
  return isSame ? name : withExtension(name, extension);
}

/** Returns the extension of a media format; '' otherwise. */
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
