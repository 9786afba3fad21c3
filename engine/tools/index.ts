import { audio } from './audio.ts';
import { audioTrim } from './audioTrim.ts';
import { convert } from './convert.ts';
import { filter } from './filter.ts';
import { imageVideo } from './imageVideo.ts';
import { loop } from './loop.ts';
import { maker } from './maker.ts';
import { meme } from './meme.ts';
import { montage } from './montage.ts';
import { resize } from './resize.ts';
import { reverse } from './reverse.ts';
import { rotate } from './rotate.ts';
import { slideshow } from './slideshow.ts';
import { speed } from './speed.ts';
import { stopMotion } from './stopMotion.ts';
import { subtitles } from './subtitles.ts';
import { textVideo } from './textVideo.ts';
import { thanks } from './thanks.ts';
import type { Tool } from './tool.ts';
import { trim } from './trim.ts';
import { watermark } from './watermark.ts';

/**
 * All tools, in display order. A new tool is a file and a line here. A request with flags of several tools belongs to
 * the first one: a montage also has the maker's flag, trimmed audio also that of Add Audio.
 */
export const tools: readonly Tool[] = [
  ...[trim, audioTrim, audio, resize, loop, filter, reverse, speed, rotate, convert],
  ...[imageVideo, textVideo, subtitles, meme, stopMotion, slideshow, montage, maker, watermark, thanks],
];
