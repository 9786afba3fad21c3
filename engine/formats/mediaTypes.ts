import { fontTypes } from './fontFormat.ts';
import { mediaFormats } from './formatTable.ts';

/** MIME types of media and font files in projects, by file extension; the first format wins. */
const types: Record<string, string> = {
  ...Object.fromEntries(
    mediaFormats.toReversed().flatMap(({ endings, types }) => endings.map((end) => [end, types[0]])),
  ),
  ...fontTypes,
};

/** Returns the MIME type of a file by its name; '' if the extension is not one of media. */
export function mediaTypeOf(name: string): string {
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(types, ending) ? (types[ending] as string) : '';
}
