import { loop } from './loop.ts';
import { meme } from './meme.ts';
import { rotate } from './rotate.ts';
import type { Tool } from './tool.ts';
import { trim } from './trim.ts';

/** Every single-purpose tool, in the order of lists. A new tool is a file and a line here. */
export const tools: readonly Tool[] = [trim, loop, meme, rotate];
