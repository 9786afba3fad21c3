import { type RefObject, useEffect } from 'react';
import type { TrimPlayer } from './trimPlayer.ts';

/** Hands a media element to a player, for as long as its address stays. */
export function usePlayed(player: TrimPlayer, element: RefObject<HTMLMediaElement | null>, address: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: at another address the element begins anew.
  useEffect(() => (element.current ? player.attach(element.current) : undefined), [player, element, address]);
}
