import { type FormatKind, type MediaFormat, mediaFormats, unsupportedFormats } from '../formats/formatTable.ts';
import { messages } from './messages.ts';

/** Formats that every server accepts as uploads. */
const usualFormats = mediaFormats.filter(({ isOptional }) => !isOptional);

/** Video formats that a server accepts only if its operator enables them: not all browsers play them. */
export const optionalFormats: readonly MediaFormat[] = mediaFormats.filter(({ isOptional }) => isOptional);

/** MIME types of supported images. */
export const imageTypes = typesOf('image');

/** MIME types of videos that every server accepts as uploads. */
export const videoTypes = typesOf('video');

function typesOf(kind: FormatKind): ReadonlySet<string> {
  return new Set(usualFormats.filter((format) => format.kind === kind).flatMap(({ types }) => types));
}

/** A file as described by a browser or a request. */
export interface DescribedFile {
  /** MIME type; '' if unknown. */
  type?: string;
  name?: string;
}

/** Returns the format of a file that every server accepts, by MIME type, or by extension if it has none. */
export function usualFormat(file: DescribedFile): MediaFormat | undefined {
  return formatIn(usualFormats, file);
}

/** Returns the name of a format that is not accepted by default, found as in usualFormat; undefined for any other. */
export function unacceptedFormat(file: DescribedFile): string | undefined {
  return formatIn([...unsupportedFormats, ...optionalFormats], file)?.name;
}

/** Returns the name of a format that is never accepted, found as in usualFormat. */
export function unsupportedFormat(file: DescribedFile): string | undefined {
  return formatIn(unsupportedFormats, file)?.name;
}

/** Returns the optional format of a file, found as in usualFormat. */
export function optionalFormat(file: DescribedFile): MediaFormat | undefined {
  return formatIn(optionalFormats, file);
}

/** Returns whether most browsers cannot show a file, so that the server must convert it. */
export function needsConversion(file: DescribedFile): boolean {
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
 * Extends the `accept` of a file input, such as "image/*", by the extensions of formats whose MIME types systems may
 * not know. Without them, file dialogs hide such files.
 */
export function withExtensions(accept: string): string {
  const unknown = usualFormats.filter(({ kind, isShown }) => isShown === false && accept.includes(`${kind}/*`));
  return [accept, ...new Set(unknown.flatMap(({ endings }) => endings.map((ending) => `.${ending}`)))].join();
}

/** Returns whether a file input with this `accept` offers a file. */
export function isOffered({ type = '', name = '' }: DescribedFile, accept: string): boolean {
  const marks = withExtensions(accept).split(',');
  return marks.some((mark) =>
    mark.startsWith('.') ? name.toLowerCase().endsWith(mark) : type.startsWith(mark.replace('*', '')),
  );
}

/** Describes the supported formats, one sentence for each kind, then the unsupported ones with reasons. */
export function formatSentences(): string[] {
  const named = (formats: readonly { name: string }[]) => [...new Set(formats.map(({ name }) => name))].join(', ');
  const ofKind = (kind: FormatKind) => named(mediaFormats.filter((format) => format.kind === kind));
  return [
    `Images: ${ofKind('image')}.`,
    `Videos: ${ofKind('video')}.`,
    `Audio: ${ofKind('audio')}, and the audio of videos.`,
    `Not supported: ${unsupportedFormats.map(({ name, why }) => `${name} (${why})`).join(', ')}.`,
  ];
}

/** Names the formats that need to be enabled by the operator. */
export function optionalSentence(): string {
  return `Uploads of ${optionalFormats.map(({ name }) => name).join(', ')} need CUTROOM_FORMATS.`;
}

/** Note about animated AVIFs. @param names of the files, in quotation marks. */
export function animatedAvifNote(names: string): string {
  return `Animated AVIF is not supported: only the first frame of ${names} is used.`;
}

/** Message for an unsupported file; names the format if it is known. */
export function formatNotSupported(name: string | undefined): string {
  return name === undefined
    ? messages.uploadFormat
    : messages.uploadFormat.replace(/^Your file format is/, `${name} files are`);
}
