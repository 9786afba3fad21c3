import { type RefObject, useEffect } from 'react';
import type { TrimPlayer } from './trimPlayer.ts';

/** Attaches a media element to a player while its address stays the same. */
export function useAttachedMedia(
  player: TrimPlayer,
  element: RefObject<HTMLMediaElement | null>,
  address: string,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: at another address the element begins anew.
  useEffect(() => (element.current ? player.attach(element.current) : undefined), [player, element, address]);
}
