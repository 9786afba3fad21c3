import type { LayerAnimation } from '../project/layerMotion.ts';
import type { EntranceAt } from './entrance.ts';
import { fade } from './fade.ts';
import { pop } from './pop.ts';
import { slide } from './slide.ts';
import { typewriter } from './typewriter.ts';
import { wipe } from './wipe.ts';
import { zoom } from './zoom.ts';

/** All enter and exit animations. A new one needs a name in the project's list, a file and a line here. */
export const entrances: Readonly<Record<LayerAnimation['type'], EntranceAt>> = {
  ...{ fade, slide, zoom, pop, wipe, typewriter },
};
