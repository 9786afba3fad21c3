import { useEffect, useMemo } from 'react';
import type { CuePlayer } from './cueHost.ts';
import { type CueClock, createCuePlayer, type ShownPlayer } from './cuePlayer.ts';

/** Returns a player on the time axis of the cues. @param clock must be a stable object while it is unchanged. */
export function useCuePlayer(shown: ShownPlayer, clock: CueClock): CuePlayer {
  const player = useMemo(() => createCuePlayer(shown, clock), [shown, clock]);
  useEffect(() => player.follow(), [player]);
  return player;
}
