import { writeCues } from '../../../engine/edit/cueFile.ts';
import { fpsOf } from '../../../engine/timeline/frameRate.ts';
import { fileUrl } from '../media/safeInput.ts';
import type { Chapter, Output, RenderPlan } from '../plan/plan.ts';
import type { TextTrack } from '../plan/textTrack.ts';
import { cleanExceptChapters, cleanOutput, splitOptions } from './ffmpegArgs.ts';
import { timedTextFile } from './timedText.ts';

/** How soft subtitles and chapters are muxed into a file. */
export interface PrintedTracks {
  /** Files to write first. */
  lists: { path: string; text: string | Uint8Array }[];
  /** Options of the inputs that follow the others. */
  read: string[];
  /** Output options. */
  write: string[];
  /** Output options that drop the metadata of sources. */
  clean: readonly string[];
}

/**
 * Prints a plan's soft subtitles and chapters as inputs of the run that muxes the file. @param first index of the first
 * of these inputs.
 */
export function printTracks(
  { tracks = [], chapters = [], output }: Pick<RenderPlan, 'tracks' | 'chapters' | 'output'>,
  work: string,
  first: number,
): PrintedTracks {
  const isWebm = output.format === 'webm';
  const format = isWebm ? 'webvtt' : 'mov';
  const paths = tracks.map((_, i) => `${work}/track-${i}.part`);
  const safe = splitOptions(
    `-protocol_whitelist file -format_whitelist ${format} -codec_whitelist mov_text,webvtt -f ${format}`,
  );
  const list = `${work}/chapters.part`;
  const hasChapters = chapters.length > 0;
  const chapterInput = [...splitOptions('-protocol_whitelist file -f ffmetadata'), '-i', fileUrl(list)];
  return {
    lists: [
      ...tracks.map((track, i) => ({ path: paths[i] as string, text: fileOf(track, isWebm) })),
      ...(hasChapters ? [{ path: list, text: chapterFile(chapters, secondsOf(output)) }] : []),
    ],
    read: [...paths.flatMap((path) => [...safe, '-i', fileUrl(path)]), ...(hasChapters ? chapterInput : [])],
    clean: hasChapters ? cleanExceptChapters(first + tracks.length) : cleanOutput,
    write: tracks.flatMap(({ language }, i) => [
      ...['-map', `${first + i}:s:0`, `-metadata:s:s:${i}`, `language=${language}`],
      ...(i === 0 ? ['-c:s', 'copy'] : []),
    ]),
  };
}

/** Writes chapters as FFMETADATA1, in milliseconds. */
function chapterFile(chapters: readonly Chapter[], length: number): string {
  const milliseconds = (seconds: number) => Math.round(seconds * 1000);
  const blocks = chapters.map(({ at, title }, i) => {
    const end = milliseconds(chapters[i + 1]?.at ?? length);
    // These characters have a meaning in the format.
    const text = title.replaceAll(/[=;#\\\n]/g, (sign) => `\\${sign}`);
    return `[CHAPTER]\nTIMEBASE=1/1000\nSTART=${milliseconds(at)}\nEND=${end}\ntitle=${text}\n`;
  });
  return `;FFMETADATA1\n${blocks.join('')}`;
}

function secondsOf({ frames, rate }: Pick<Output, 'frames' | 'rate'>): number {
  return frames / fpsOf(rate);
}

function fileOf({ cues }: TextTrack, isWebm: boolean): string | Uint8Array {
  if (!isWebm) return timedTextFile(cues);
  return writeCues(
    cues.map((cue, i) => ({ ...cue, id: `c${i}` })),
    'vtt',
  );
}
