import { messages } from './messages.ts';

/** MIME types of the pictures that are read. */
export const pictureTypes: ReadonlySet<string> = new Set([
  'image/gif',
  'image/jpg',
  'image/jpeg',
  'image/png',
  'image/apng',
  'image/webp',
  'image/avif',
  'image/bmp',
  'image/x-ms-bmp',
]);

/** MIME types of the videos that are taken as uploads; the server alone reads more. */
export const videoTypes: ReadonlySet<string> = new Set([
  'video/mp4',
  'video/quicktime',
  'video/webm',
  'video/mpeg',
  'video/ogg',
]);

/** How files of a format are known before they are read. */
interface Marks {
  types: readonly string[];
  /** Endings of file names, in lower case. */
  endings: readonly string[];
}

interface FurtherFormat extends Marks {
  /** What an operator calls it. */
  id: string;
  /** The type that its files are served with is the first of them. */
  types: readonly [string, ...string[]];
}

const avi: Marks & { types: readonly [string, ...string[]] } = {
  types: ['video/vnd.avi', 'video/x-msvideo', 'video/avi', 'video/msvideo'],
  endings: ['avi'],
};

/** Videos that are taken as uploads where the operator of a server says so: not all browsers play them. */
export const furtherFormats: readonly FurtherFormat[] = [
  { id: 'avi', ...avi },
  { id: 'mkv', types: ['video/x-matroska', 'video/matroska'], endings: ['mkv'] },
  { id: 'ts', types: ['video/mp2t'], endings: ['ts', 'mts', 'm2ts'] },
  { id: '3gp', types: ['video/3gpp', 'video/3gpp2'], endings: ['3gp', '3g2'] },
];

interface UnreadFormat extends Marks {
  /** As people know it. */
  name: string;
}

/** Formats that people have and that are not taken here: a refusal names them, so that nobody takes the file for damaged. */
const unread: readonly UnreadFormat[] = [
  {
    name: 'HEIC',
    types: ['image/heic', 'image/heic-sequence', 'image/heif', 'image/heif-sequence'],
    endings: ['heic', 'heif', 'hif'],
  },
  { name: 'TIFF', types: ['image/tiff'], endings: ['tif', 'tiff'] },
  { name: 'JPEG XL', types: ['image/jxl'], endings: ['jxl'] },
  {
    name: 'JPEG 2000',
    types: ['image/jp2', 'image/jpx', 'image/jpm', 'image/j2c', 'image/mj2'],
    endings: ['jp2', 'j2k', 'jpf', 'jpx'],
  },
  {
    name: 'Photoshop',
    types: ['image/vnd.adobe.photoshop', 'image/x-photoshop', 'application/x-photoshop'],
    endings: ['psd', 'psb'],
  },
  {
    name: 'Camera RAW',
    types: [
      'image/x-adobe-dng',
      'image/x-canon-cr2',
      'image/x-canon-cr3',
      'image/x-fujifilm-raf',
      'image/x-nikon-nef',
      'image/x-olympus-orf',
      'image/x-panasonic-rw2',
      'image/x-sony-arw',
    ],
    endings: ['dng', 'cr2', 'cr3', 'raf', 'nef', 'orf', 'rw2', 'arw'],
  },
  { name: 'ICO', types: ['image/x-icon', 'image/vnd.microsoft.icon'], endings: ['ico'] },
  { name: 'GIMP', types: ['image/x-xcf'], endings: ['xcf'] },
  { name: 'PDF', types: ['application/pdf'], endings: ['pdf'] },
  { name: 'AVI', ...avi },
  {
    name: 'Windows Media',
    types: ['video/x-ms-wmv', 'video/x-ms-asf', 'application/vnd.ms-asf', 'audio/x-ms-wma', 'audio/x-ms-asf'],
    endings: ['wmv', 'wma', 'asf'],
  },
  { name: 'Flash Video', types: ['video/x-flv'], endings: ['flv', 'f4v'] },
  {
    name: 'RealMedia',
    types: ['application/vnd.rn-realmedia', 'video/vnd.rn-realvideo', 'audio/vnd.rn-realaudio'],
    endings: ['rm', 'rmvb', 'ra'],
  },
  { name: 'MXF', types: ['application/mxf'], endings: ['mxf'] },
  { name: 'MIDI', types: ['audio/midi', 'audio/mid', 'audio/x-midi'], endings: ['mid', 'midi'] },
  { name: 'AMR', types: ['audio/amr'], endings: ['amr'] },
  { name: 'Monkey’s Audio', types: ['audio/ape', 'audio/x-ape'], endings: ['ape'] },
  { name: 'WavPack', types: ['audio/wavpack', 'audio/x-wavpack'], endings: ['wv'] },
];

/** The name of a format that is not read, by a file's MIME type, or by its name where it has none; undefined for any other. */
export function unreadFormat(file: { type?: string; name?: string }): string | undefined {
  return formatIn(unread, file)?.name;
}

/** Which of the formats a file is of that an operator may allow; as unreadFormat. */
export function furtherFormat(file: { type?: string; name?: string }): FurtherFormat | undefined {
  return formatIn(furtherFormats, file);
}

function formatIn<Format extends Marks>(
  formats: readonly Format[],
  { type = '', name = '' }: { type?: string; name?: string },
): Format | undefined {
  const bare = type.split(';')[0]?.trim().toLowerCase();
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  const isTyped = bare !== '' && bare !== 'application/octet-stream';
  return formats.find(({ types, endings }) => (isTyped ? types.includes(bare ?? '') : endings.includes(ending)));
}

/** What a person is told of animated AVIFs. @param names of the files, in quotation marks. */
export function onlyFirstShown(names: string): string {
  return `Animated AVIF is not played: only the first picture of ${names} is shown.`;
}

/** What a person is told of a file that is not taken: which format it is, where that is known. */
export function formatNotSupported(name: string | undefined): string {
  return name === undefined
    ? messages.uploadFormat
    : messages.uploadFormat.replace(/^Your file format is/, `${name} files are`);
}
