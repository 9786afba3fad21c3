import type { AudioLayer } from '../project/layers.ts';
import { type Kind, plainKind } from './kind.ts';

/** Audio of a scene; it has no position on the canvas. */
export const audio: Kind<AudioLayer> = {
  ...plainKind,
  title: () => 'Audio',
  media: 'audio',
  content: 'sound',
  isSeen: false,
  canRotate: false,
  isAudible: ({ isMuted }) => !isMuted,
  holdsEnd: false,
  canBeTrimmed: () => true,
  isMoving: () => true,
  loops: ({ loopMode }) => loopMode === 'duration',
};
