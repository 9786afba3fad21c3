import type { VideoLayer } from '../project/layers.ts';
import { croppedSize } from './croppedSize.ts';
import { type Kind, plainKind } from './kind.ts';

/**
 * A video, or a converted GIF, which always loops untrimmed, is silent, and does not count for its scene's length.
 * Stop-motion is silent too.
 */
export const video: Kind<VideoLayer> = {
  ...plainKind,
  title: () => 'Video',
  media: 'video',
  content: 'file',
  styleFamily: 'picture',
  isAudible: ({ isMuted, converted_gif, stopMotion }) => !(isMuted || converted_gif || stopMotion),
  setsLength: ({ converted_gif }) => !converted_gif,
  canBeTrimmed: ({ converted_gif }) => !converted_gif,
  isMoving: () => true,
  loops: ({ loopMode, converted_gif }) => loopMode === 'duration' || converted_gif,
  naturalSize: croppedSize,
};
