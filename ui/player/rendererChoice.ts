import type { CompositorMode } from '../../engine/browser/compositor/choose.ts';
import { place } from '../app/place.ts';

/** localStorage key that overrides the renderer. */
const RENDERER_KEY = 'cutroom-renderer';

/** Read once, since later route changes drop the query. */
const asked = new URLSearchParams(place.search).get('renderer');

/** The renderer of the stage: from the address (?renderer=webgl or canvas2d), else from storage, else auto. */
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
