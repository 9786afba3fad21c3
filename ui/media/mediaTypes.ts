import { fontTypes } from '../../engine/project/fontFormat.ts';
import { mediaFormats } from '../../engine/project/formatTable.ts';

/** Types of the media and font files that a project may come with, by the ending of their names; the first format counts. */
const types: Record<string, string> = {
  ...Object.fromEntries(
    mediaFormats.toReversed().flatMap(({ endings, types }) => endings.map((end) => [end, types[0]])),
  ),
  ...fontTypes,
};

/** The MIME type of a file by its name; '' when the ending is not that of media. */
export function mediaTypeOf(name: string): string {
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(types, ending) ? (types[ending] as string) : '';
}
