import { closedFields, type OpenMedia } from './openMedia.ts';

/**
 * Opens a still picture. Browsers turn it upright by its EXIF orientation (CSS image-orientation: from-image), in
 * its natural size and wherever it is drawn.
 */
export function openImage(address: string, onChange: () => void): OpenMedia {
  const image = new Image();
  let open = true;
  const media: OpenMedia = {
    ...closedFields('loading'),
    follow: () => {},
    close: () => {
      open = false;
      media.source = undefined;
      image.removeAttribute('src');
    },
  };
  const settle = (state: 'ready' | 'failed'): void => {
    if (!open) return;
    Object.assign(media, { state, settled: true, version: media.version + 1 });
    onChange();
  };
  // Without it a picture of another server would forbid that the canvas is read.
  image.crossOrigin = 'anonymous';
  image.src = address;
  image.decode().then(
    () => {
      if (open) Object.assign(media, { source: image, width: image.naturalWidth, height: image.naturalHeight });
      settle(image.naturalWidth > 0 ? 'ready' : 'failed');
    },
    () => settle('failed'),
  );
  return media;
}
