import { onUploadFailed } from '../../media/uploads.ts';
import { place } from '../../state/place.ts';
import { layerPath, leaveLayer } from './go.ts';
import { selectedLayer } from './studio.ts';

/**
 * Closes the panel of the selected layer when its upload fails. The badge on the canvas offers to retry.
 * @returns a function that stops watching.
 */
export function watchFailedUploads(): () => void {
  return onUploadFailed((url) => {
    const layer = selectedLayer();
    if (layer && 'url' in layer && layer.url === url && place.path === layerPath(layer.id)) leaveLayer();
  });
}
