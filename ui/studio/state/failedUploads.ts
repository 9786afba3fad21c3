import { onUploadFailed } from '../../media/uploads.ts';
import { place } from '../../state/place.ts';
import { layerPath, leaveLayer } from './go.ts';
import { selectedLayer } from './studio.ts';

/**
 * Leaves the screen of a layer whose file could not be uploaded. Its badge on the canvas offers another try.
 * @returns a function that ends it.
 */
export function watchFailedUploads(): () => void {
  return onUploadFailed((url) => {
    const layer = selectedLayer();
    if (layer && 'url' in layer && layer.url === url && place.path === layerPath(layer.id)) leaveLayer();
  });
}
