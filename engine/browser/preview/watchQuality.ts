import type { Player } from '../player/player.ts';
import type { FrameCanvas } from './frameCanvas.ts';
import { PreviewQuality } from './previewQuality.ts';

/**
 * Lowers the resolution of a playing canvas when frames are late (see PreviewQuality), and restores it when paused.
 * @param report called with the share of its sides, 0 to 1, whenever it changes. @returns a function that stops it.
 */
export function watchQuality(
  player: Pick<Player, 'state' | 'subscribe'>,
  canvas: Pick<FrameCanvas, 'setQuality'>,
  report: (share: number) => void,
): () => void {
  const quality = new PreviewQuality();
  let request = 0;
  const show = () => {
    canvas.setQuality(quality.share);
    report(quality.share);
  };
  const onFrame = (now: number) => {
    request = requestAnimationFrame(onFrame);
    if (quality.frame(now)) show();
  };
  const follow = () => {
    const isPlaying = player.state === 'playing';
    if (isPlaying && request === 0) request = requestAnimationFrame(onFrame);
    if (!isPlaying) {
      cancelAnimationFrame(request);
      request = 0;
      quality.wait();
    }
    // Waiting for a file keeps the resolution, which avoids repainting everything twice.
    if (player.state === 'paused' && quality.rest()) show();
  };
  follow();
  const unsubscribe = player.subscribe(follow);
  return () => {
    unsubscribe();
    cancelAnimationFrame(request);
    if (quality.rest()) show();
  };
}
