/** What a file of a format contains. */
export type FormatKind = 'image' | 'video' | 'audio';

/** How files of a format are recognized before they are read. */
interface Marks {
  /** Display name. */
  name: string;
  /** MIME types in lower case; files are served with the first. */
  types: readonly [string, ...string[]];
  /** File extensions in lower case; the first replaces unknown extensions. */
  endings: readonly [string, ...string[]];
  /** First bytes, in hexadecimal; absent if the type detection library knows the format. */
  starts?: readonly string[];
}

/** A supported format. */
export interface MediaFormat extends Marks {
  /** Name used in configuration. */
  id: string;
  kind: FormatKind;
  /** The ffmpeg demuxer for this format. */
  demuxer: string;
  /** Formats of one family share a container and accept each other's extensions. Default: the id. */
  family?: string;
  /** false: most browsers cannot show it, so the server creates a version that they can. Default true. */
  isShown?: false;
  /** true: uploads are accepted only if CUTROOM_FORMATS names the format. */
  isOptional?: true;
}

/** A format that is not supported. */
export interface UnsupportedFormat extends Marks {
  why: string;
}

const row = (
  id: string,
  name: string,
  kind: FormatKind,
  types: MediaFormat['types'],
  endings: MediaFormat['endings'],
  demuxer: string,
  more: Pick<MediaFormat, 'starts' | 'family' | 'isShown' | 'isOptional'> = {},
): MediaFormat => ({ id, name, kind, types, endings, demuxer, ...more });

/** PNM files begin with P1 to P7 and white space. */
const pnm = (digit: number) => [0x0a, 0x0d, 0x20, 0x09].map((space) => `503${digit}${hex(space)}`);
const hex = (byte: number) => byte.toString(16).padStart(2, '0');
/** A raw video stream begins with a start code and the type of its first unit. */
const units = (...types: string[]) => types.flatMap((type) => [`00000001${type}`, `000001${type}`]);

/** All supported formats. If two share a type or an extension, the first wins. */
export const mediaFormats: readonly MediaFormat[] = [
  row('jpeg', 'JPEG', 'image', ['image/jpeg', 'image/jpg'], ['jpg', 'jpeg', 'jpe', 'jfif'], 'jpeg_pipe'),
  row('png', 'PNG', 'image', ['image/png'], ['png'], 'png_pipe'),
  row('apng', 'animated PNG', 'image', ['image/apng'], ['png', 'apng'], 'apng', { family: 'png' }),
  row('gif', 'GIF', 'image', ['image/gif'], ['gif'], 'gif'),
  row('webp', 'WebP', 'image', ['image/webp'], ['webp'], 'webp_pipe'),
  row('avif', 'AVIF', 'image', ['image/avif', 'image/avif-sequence'], ['avif', 'avifs'], 'mov'),
  row('bmp', 'BMP', 'image', ['image/bmp', 'image/x-ms-bmp'], ['bmp', 'dib'], 'bmp_pipe'),
  row('ico', 'ICO', 'image', ['image/x-icon', 'image/vnd.microsoft.icon'], ['ico'], 'ico'),
  row('tiff', 'TIFF', 'image', ['image/tiff'], ['tiff', 'tif'], 'tiff_pipe', { isShown: false }),
  row('qoi', 'QOI', 'image', ['image/qoi', 'image/x-qoi'], ['qoi'], 'qoi_pipe', {
    ...{ isShown: false, starts: ['716f6966'] },
  }),
  ...(
    [
      ['pbm', 'image/x-portable-bitmap', 'pbm_pipe', [1, 4]],
      ['pgm', 'image/x-portable-graymap', 'pgm_pipe', [2, 5]],
      ['ppm', 'image/x-portable-pixmap', 'ppm_pipe', [3, 6]],
      ['pam', 'image/x-portable-arbitrarymap', 'pam_pipe', [7]],
    ] as const
  ).map(([id, type, demuxer, digits]) =>
    row(id, 'PNM', 'image', [type], id === 'ppm' ? [id, 'pnm'] : [id], demuxer, {
      ...{ isShown: false, family: 'pnm', starts: digits.flatMap(pnm) },
    }),
  ),

  row('mp4', 'MP4', 'video', ['video/mp4', 'video/x-m4v'], ['mp4', 'm4v'], 'mov'),
  row('mov', 'MOV', 'video', ['video/quicktime'], ['mov', 'qt'], 'mov'),
  row('webm', 'WebM', 'video', ['video/webm'], ['webm'], 'matroska'),
  row('ogv', 'Ogg', 'video', ['video/ogg'], ['ogv'], 'ogg', { family: 'ogg' }),
  row('mpeg', 'MPEG', 'video', ['video/mpeg'], ['mpeg', 'mpg', 'm2v', 'm1v'], 'mpegvideo'),
  row('mpegps', 'MPEG', 'video', ['video/mp2p', 'video/mp1s'], ['mpeg'], 'mpeg', { family: 'mpeg' }),
  row('avi', 'AVI', 'video', ['video/vnd.avi', 'video/x-msvideo', 'video/avi', 'video/msvideo'], ['avi'], 'avi', {
    isOptional: true,
  }),
  row('mkv', 'Matroska', 'video', ['video/x-matroska', 'video/matroska'], ['mkv'], 'matroska', { isOptional: true }),
  row('ts', 'MPEG-TS', 'video', ['video/mp2t'], ['ts', 'mts', 'm2ts'], 'mpegts', { isOptional: true }),
  row('3gp', '3GP', 'video', ['video/3gpp', 'video/3gpp2'], ['3gp', '3g2'], 'mov', { isOptional: true }),
  row('flv', 'Flash Video', 'video', ['video/x-flv', 'video/flv'], ['flv', 'f4v'], 'flv', { isShown: false }),
  row(
    'wmv',
    'Windows Media',
    'video',
    ['video/x-ms-wmv', 'video/x-ms-asf', 'application/vnd.ms-asf'],
    ['wmv', 'asf'],
    'asf',
    { isShown: false },
  ),
  row('ivf', 'IVF', 'video', ['video/x-ivf'], ['ivf'], 'ivf', { isShown: false, starts: ['444b4946'] }),
  row('hevc', 'raw H.265', 'video', ['video/h265', 'video/hevc'], ['hevc', 'h265', '265'], 'hevc', {
    ...{ isShown: false, starts: units('40', '42', '4601') },
  }),
  row('h264', 'raw H.264', 'video', ['video/h264'], ['h264', '264', 'avc'], 'h264', {
    ...{ isShown: false, starts: units('67', '27', '47', '0910', '0930', '0950', '0970', '0990', '09b0', '09f0') },
  }),

  row('mp3', 'MP3', 'audio', ['audio/mpeg', 'audio/mp3'], ['mp3', 'mpga'], 'mp3'),
  row('m4a', 'M4A', 'audio', ['audio/mp4', 'audio/x-m4a'], ['m4a'], 'mov', { family: 'mp4' }),
  row('wav', 'WAV', 'audio', ['audio/wav', 'audio/vnd.wave', 'audio/x-wav', 'audio/wave'], ['wav', 'wave'], 'wav'),
  row('ogg', 'Ogg', 'audio', ['audio/ogg', 'application/ogg'], ['ogg', 'oga'], 'ogg'),
  row('opus', 'Opus', 'audio', ['audio/opus'], ['opus'], 'ogg', { family: 'ogg' }),
  row('weba', 'WebM', 'audio', ['audio/webm'], ['weba'], 'matroska', { family: 'webm' }),
  row('flac', 'FLAC', 'audio', ['audio/flac', 'audio/x-flac'], ['flac'], 'flac'),
  row('aac', 'AAC', 'audio', ['audio/aac', 'audio/x-aac'], ['aac'], 'aac'),
  row('aiff', 'AIFF', 'audio', ['audio/aiff', 'audio/x-aiff'], ['aiff', 'aif', 'aifc'], 'aiff', { isShown: false }),
  row('ac3', 'AC-3', 'audio', ['audio/vnd.dolby.dd-raw', 'audio/ac3', 'audio/x-ac3'], ['ac3'], 'ac3', {
    isShown: false,
  }),
  row('eac3', 'E-AC-3', 'audio', ['audio/eac3'], ['eac3', 'ec3'], 'eac3', { isShown: false, family: 'ac3' }),
  row('amr', 'AMR', 'audio', ['audio/amr', 'audio/amr-wb'], ['amr', 'awb'], 'amr', { isShown: false }),
  row('ape', 'Monkey’s Audio', 'audio', ['audio/ape', 'audio/x-ape'], ['ape'], 'ape', { isShown: false }),
  row('wv', 'WavPack', 'audio', ['audio/wavpack', 'audio/x-wavpack'], ['wv'], 'wv', { isShown: false }),
  row('tta', 'True Audio', 'audio', ['audio/x-tta', 'audio/tta'], ['tta'], 'tta', {
    ...{ isShown: false, starts: ['54544131'] },
  }),
  row('au', 'AU', 'audio', ['audio/basic', 'audio/x-au'], ['au', 'snd'], 'au', {
    ...{ isShown: false, starts: ['2e736e64'] },
  }),
  row('caf', 'CAF', 'audio', ['audio/x-caf', 'audio/caf'], ['caf'], 'caf', {
    ...{ isShown: false, starts: ['6361666600010000'] },
  }),
  row('w64', 'Wave64', 'audio', ['audio/x-w64', 'audio/w64'], ['w64'], 'w64', {
    ...{ isShown: false, starts: ['726966662e91cf11'] },
  }),
  row('wma', 'Windows Media', 'audio', ['audio/x-ms-wma', 'audio/x-ms-asf'], ['wma'], 'asf', {
    ...{ isShown: false, family: 'wmv' },
  }),
];

/** Common formats that are not supported. The message names the format, so that the file does not seem damaged. */
export const unsupportedFormats: readonly UnsupportedFormat[] = [
  {
    name: 'HEIC',
    types: ['image/heic', 'image/heic-sequence', 'image/heif', 'image/heif-sequence'],
    endings: ['heic', 'heif', 'hif'],
    why: 'neither ffmpeg 5.1 nor Skia decodes it',
  },
  { name: 'JPEG XL', types: ['image/jxl'], endings: ['jxl'], why: 'not every ffmpeg decodes it' },
  {
    name: 'JPEG 2000',
    types: ['image/jp2', 'image/jpx', 'image/jpm', 'image/j2c', 'image/mj2'],
    endings: ['jp2', 'j2k', 'jpf', 'jpx'],
    why: 'its size is not known before it is decoded',
  },
  {
    name: 'Photoshop',
    types: ['image/vnd.adobe.photoshop', 'image/x-photoshop', 'application/x-photoshop'],
    endings: ['psd', 'psb'],
    why: 'its layers would be lost',
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
    why: 'it must be developed first',
  },
  { name: 'GIMP', types: ['image/x-xcf'], endings: ['xcf'], why: 'its layers would be lost' },
  { name: 'PDF', types: ['application/pdf'], endings: ['pdf'], why: 'it is a document' },
  {
    name: 'RealMedia',
    types: ['application/vnd.rn-realmedia', 'video/vnd.rn-realvideo', 'audio/vnd.rn-realaudio'],
    endings: ['rm', 'rmvb', 'ra'],
    why: 'its decoders are hardly tested',
  },
  {
    name: 'Musepack',
    types: ['audio/x-musepack', 'audio/musepack'],
    endings: ['mpc', 'mp+', 'mpp'],
    why: 'its decoders are hardly tested',
  },
  {
    name: 'TAK',
    types: ['audio/x-tak'],
    endings: ['tak'],
    starts: ['7442614b'],
    why: 'its decoders are hardly tested',
  },
  {
    name: 'Shorten',
    types: ['audio/x-shorten'],
    endings: ['shn'],
    starts: ['616a6b67'],
    why: 'its decoders are hardly tested',
  },
  {
    name: 'DSD',
    types: ['audio/x-dsf', 'audio/x-dff', 'audio/dsd'],
    endings: ['dsf', 'dff'],
    starts: ['46524d38'],
    why: 'it must be converted to PCM first',
  },
  {
    name: 'raw DTS',
    types: ['audio/vnd.dts', 'audio/vnd.dts.hd'],
    endings: ['dts', 'dtshd'],
    starts: ['7ffe8001', '4454534844484452'],
    why: 'its length is not known before it is decoded',
  },
  { name: 'MXF', types: ['application/mxf'], endings: ['mxf'], why: 'it refers to other files' },
  {
    name: 'MIDI',
    types: ['audio/midi', 'audio/mid', 'audio/x-midi'],
    endings: ['mid', 'midi'],
    why: 'it has no audio',
  },
];
