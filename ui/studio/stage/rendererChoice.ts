import type { CompositorMode } from '../../../engine/browser/compositor/choose.ts';
import { place } from '../../state/place.ts';

/** Key of the browser's storage under which a way of drawing can be set. */
const RENDERER_KEY = 'cutroom-renderer';

/** As the page was opened: the address loses it with the first change of route. */
const asked = new URLSearchParams(place.search).get('renderer');

/** The way the stage is drawn: that of the address (?renderer=webgl or canvas2d), else the one set, else the best. */
export function rendererChoice(): CompositorMode {
  return [asked, stored()].find((mode) => mode === 'webgl' || mode === 'canvas2d') ?? 'auto';
}

function stored(): string | null {
  try {
    return localStorage.getItem(RENDERER_KEY);
  } catch {
    return null;
  }
}
