/** What of ffmpeg a file of unknown origin may reach. Everything else stays shut, also for files that a file names. */
const formats = [
  'mov',
  'matroska',
  'gif',
  'png_pipe',
  'jpeg_pipe',
  'webp_pipe',
  'apng',
  'wav',
  'mp3',
  'ogg',
  'mpeg',
  'mpegts',
  'mpegvideo',
  'aac',
  'flac',
  'ac3',
  'eac3',
  'rawvideo',
];
const codecs = [
  'h264',
  'hevc',
  'vp8',
  'vp9',
  'libvpx',
  'libvpx-vp9',
  'av1',
  'libdav1d',
  'libaom-av1',
  'mpeg1video',
  'mpeg2video',
  'mpeg4',
  'h263',
  'mjpeg',
  'prores',
  'theora',
  'ffv1',
  'gif',
  'png',
  'apng',
  'webp',
  'rawvideo',
  'aac',
  'aac_latm',
  'mp1',
  'mp1float',
  'mp2',
  'mp2float',
  'mp3',
  'mp3float',
  'ac3',
  'eac3',
  'dca',
  'opus',
  'libopus',
  'vorbis',
  'flac',
  'alac',
  'pcm_s16le',
  'pcm_s16be',
  'pcm_s24le',
  'pcm_s24be',
  'pcm_s32le',
  'pcm_s32be',
  'pcm_f32le',
  'pcm_f64le',
  'pcm_u8',
  'pcm_s8',
  'pcm_alaw',
  'pcm_mulaw',
  'adpcm_ms',
  'adpcm_ima_wav',
  // Never shown; but a file is not refused because it has subtitles.
  'webvtt',
  'subrip',
  'mov_text',
  'ass',
  'ssa',
  'text',
  'dvdsub',
  'dvbsub',
  'pgssub',
];

/** Options that stand before each `-i`: nothing but local files, known containers and known decoders. */
export const safeInput: readonly string[] = [
  '-protocol_whitelist',
  'file',
  '-format_whitelist',
  formats.join(','),
  '-codec_whitelist',
  codecs.join(','),
];

/** For files that were made on the way. */
export const ownInput: readonly string[] = [
  '-protocol_whitelist',
  'file',
  '-format_whitelist',
  'concat,matroska,wav,mov',
  '-codec_whitelist',
  'h264,ffv1,pcm_f32le,vp9,aac,opus',
];

/** For lists of them. */
export const listInput: readonly string[] = [...ownInput, '-f', 'concat'];

/** Names a local file so that no part of its name is taken for a protocol or an option. */
export function fileUrl(path: string): string {
  return `file:${path}`;
}
