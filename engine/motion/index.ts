import type { LayerAnimation } from '../project/layerMotion.ts';
import type { ComingAt } from './coming.ts';
import { fade } from './fade.ts';
import { pop } from './pop.ts';
import { slide } from './slide.ts';
import { typewriter } from './typewriter.ts';
import { wipe } from './wipe.ts';
import { zoom } from './zoom.ts';

/** Every way in which a layer comes and goes. A new one is a name in the project's list, a file and a line here. */
export const comings: Readonly<Record<LayerAnimation['type'], ComingAt>> = {
  ...{ fade, slide, zoom, pop, wipe, typewriter },
};
