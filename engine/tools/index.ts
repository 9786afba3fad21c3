import { filter } from './filter.ts';
import { imageVideo } from './imageVideo.ts';
import { loop } from './loop.ts';
import { meme } from './meme.ts';
import { resize } from './resize.ts';
import { reverse } from './reverse.ts';
import { rotate } from './rotate.ts';
import { speed } from './speed.ts';
import type { Tool } from './tool.ts';
import { trim } from './trim.ts';

/** Every single-purpose tool, in the order of lists. A new tool is a file and a line here. */
export const tools: readonly Tool[] = [trim, resize, loop, filter, reverse, speed, rotate, imageVideo, meme];
