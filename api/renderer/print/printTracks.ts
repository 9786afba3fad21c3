import { writeCues } from '../../../engine/edit/cueFile.ts';
import { fileUrl } from '../media/safeInput.ts';
import type { RenderPlan } from '../plan/plan.ts';
import type { TextTrack } from '../plan/textTrack.ts';
import { splitOptions } from './ffmpegArgs.ts';
import { timedTextFile } from './timedText.ts';

/** How soft subtitles are muxed into a file. */
export interface PrintedTracks {
  /** Files to write first. */
  lists: { path: string; text: string | Uint8Array }[];
  /** Options of the inputs that follow the others. */
  read: string[];
  /** Output options. */
  write: string[];
}

/**
 * Prints a plan's soft subtitles as inputs of the run that muxes the file. @param first index of the first subtitle
 * input.
 */
export function printTracks(
  { tracks = [], output }: Pick<RenderPlan, 'tracks' | 'output'>,
  work: string,
  first: number,
): PrintedTracks {
  const isWebm = output.format === 'webm';
  const format = isWebm ? 'webvtt' : 'mov';
  const paths = tracks.map((_, i) => `${work}/track-${i}.part`);
  const safe = splitOptions(
    `-protocol_whitelist file -format_whitelist ${format} -codec_whitelist mov_text,webvtt -f ${format}`,
  );
  return {
    lists: tracks.map((track, i) => ({ path: paths[i] as string, text: fileOf(track, isWebm) })),
    read: paths.flatMap((path) => [...safe, '-i', fileUrl(path)]),
    write: tracks.flatMap(({ language }, i) => [
      ...['-map', `${first + i}:s:0`, `-metadata:s:s:${i}`, `language=${language}`],
      ...(i === 0 ? ['-c:s', 'copy'] : []),
    ]),
  };
}

function fileOf({ cues }: TextTrack, isWebm: boolean): string | Uint8Array {
  if (!isWebm) return timedTextFile(cues);
  return writeCues(
    cues.map((cue, i) => ({ ...cue, id: `c${i}` })),
    'vtt',
  );
}
