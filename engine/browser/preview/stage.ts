import type { Size } from '../../layout/box.ts';
import type { LayerPictures } from './layerPictures.ts';

/** What sprites are drawn on. */
export interface Stage {
  /** The project's canvas, pixels. */
  canvas: Size;
  /** Canvas pixels a project pixel. */
  scale: number;
  pictures: LayerPictures;
  /** Whether the compositor shifts hues. */
  shiftsHue: boolean;
}
