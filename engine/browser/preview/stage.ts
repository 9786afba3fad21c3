import type { Size } from '../../layout/box.ts';
import type { LayerPictures } from './layerPictures.ts';

/** Shared state for drawing sprites. */
export interface Stage {
  /** Size of the project's canvas in pixels. */
  canvas: Size;
  /** Canvas pixels per project pixel. */
  scale: number;
  pictures: LayerPictures;
  /** Whether the compositor rotates hues. */
  shiftsHue: boolean;
}
