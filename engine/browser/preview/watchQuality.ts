import type { Player } from '../player/player.ts';
import type { FrameCanvas } from './frameCanvas.ts';
import { PreviewQuality } from './previewQuality.ts';

/**
 * Draws fewer pixels of a playing canvas where frames come late (see PreviewQuality), and all of them at rest.
 * @param tell called with the share of its sides that is drawn, 0 to 1, whenever it is another. @returns ends it.
 */
export function watchQuality(
  player: Pick<Player, 'state' | 'subscribe'>,
  canvas: Pick<FrameCanvas, 'setQuality'>,
  tell: (share: number) => void,
): () => void {
  const quality = new PreviewQuality();
  let request = 0;
  const show = () => {
    canvas.setQuality(quality.share);
    tell(quality.share);
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
    // Waiting for a file is no reason to paint everything anew, and again when it goes on.
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
