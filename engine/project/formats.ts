import { type FormatKind, type MediaFormat, mediaFormats, refusedFormats } from './formatTable.ts';
import { messages } from './messages.ts';

/** Formats whose uploads every server accepts. */
const usualFormats = mediaFormats.filter(({ isOptional }) => !isOptional);

/** Videos that are accepted as uploads where the operator of a server says so: not all browsers play them. */
export const furtherFormats: readonly MediaFormat[] = mediaFormats.filter(({ isOptional }) => isOptional);

/** MIME types of the images that are read. */
export const pictureTypes = typesOf('image');

/** MIME types of the videos that every server accepts as uploads. */
export const videoTypes = typesOf('video');

function typesOf(kind: FormatKind): ReadonlySet<string> {
  return new Set(usualFormats.filter((format) => format.kind === kind).flatMap(({ types }) => types));
}

/** A file as a browser or a request describes it. */
export interface DescribedFile {
  /** MIME type; '' where it is unknown. */
  type?: string;
  name?: string;
}

/** The format of a file that every server accepts, by its MIME type, or by its name where it has none. */
export function usualFormat(file: DescribedFile): MediaFormat | undefined {
  return formatIn(usualFormats, file);
}

/** The name of a format that is not accepted, as usualFormat; undefined for any other. */
export function unreadFormat(file: DescribedFile): string | undefined {
  return formatIn([...refusedFormats, ...furtherFormats], file)?.name;
}

/** The name of a format that is not read at all, as usualFormat. */
export function refusedFormat(file: DescribedFile): string | undefined {
  return formatIn(refusedFormats, file)?.name;
}

/** Which of the formats that an operator may allow a file is of, as usualFormat. */
export function furtherFormat(file: DescribedFile): MediaFormat | undefined {
  return formatIn(furtherFormats, file);
}

/** Whether most browsers cannot show a file, so that the server makes what they show. */
export function isMadeForBrowsers(file: DescribedFile): boolean {
  return usualFormat(file)?.isShown === false;
}

function formatIn<Format extends Pick<MediaFormat, 'types' | 'endings'>>(
  formats: readonly Format[],
  { type = '', name = '' }: DescribedFile,
): Format | undefined {
  const bare = type.split(';')[0]?.trim().toLowerCase() ?? '';
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  const isTyped = bare !== '' && bare !== 'application/octet-stream';
  return formats.find(({ types, endings }) => (isTyped ? types.includes(bare) : endings.includes(ending)));
}

/**
 * An input's accept, such as "image/*", with the endings of the formats of its kinds whose types systems may not know: their
 * files would not be offered.
 */
export function withEndings(accept: string): string {
  const unknown = usualFormats.filter(({ kind, isShown }) => isShown === false && accept.includes(`${kind}/*`));
  return [accept, ...new Set(unknown.flatMap(({ endings }) => endings.map((ending) => `.${ending}`)))].join();
}

/** Whether a file input with this `accept` offers a file. */
export function isOffered({ type = '', name = '' }: DescribedFile, accept: string): boolean {
  const marks = withEndings(accept).split(',');
  return marks.some((mark) =>
    mark.startsWith('.') ? name.toLowerCase().endsWith(mark) : type.startsWith(mark.replace('*', '')),
  );
}

/** The formats that are read, a sentence for each kind, then those that are refused and why. */
export function formatSentences(): string[] {
  const named = (formats: readonly { name: string }[]) => [...new Set(formats.map(({ name }) => name))].join(', ');
  const ofKind = (kind: FormatKind) => named(mediaFormats.filter((format) => format.kind === kind));
  return [
    `Images: ${ofKind('image')}.`,
    `Videos: ${ofKind('video')}.`,
    `Audio: ${ofKind('audio')}, and the audio of videos.`,
    `Not supported: ${refusedFormats.map(({ name, why }) => `${name} (${why})`).join(', ')}.`,
  ];
}

/** Says which formats a server accepts as uploads only where its operator allows them. */
export function optionalSentence(): string {
  return `Uploads of ${furtherFormats.map(({ name }) => name).join(', ')} need CUTROOM_FORMATS.`;
}

/** What a person is told of animated AVIFs. @param names of the files, in quotation marks. */
export function onlyFirstShown(names: string): string {
  return `Animated AVIF is not supported: only the first frame of ${names} is used.`;
}

/** The message for a file that is not supported; it names the format if it is known. */
export function formatNotSupported(name: string | undefined): string {
  return name === undefined
    ? messages.uploadFormat
    : messages.uploadFormat.replace(/^Your file format is/, `${name} files are`);
}
