import type { AudioLayer } from '../project/layers.ts';
import { type Kind, plainKind } from './kind.ts';

/** A sound of a scene; it has no place on the canvas. */
export const audio: Kind<AudioLayer> = {
  ...plainKind,
  title: () => 'Audio',
  media: 'audio',
  isSeen: false,
  canRotate: false,
  isHeard: ({ isMuted }) => !isMuted,
  holdsEnd: false,
  canBeTrimmed: () => true,
  isMoving: () => true,
  loops: ({ loopMode }) => loopMode === 'duration',
};
