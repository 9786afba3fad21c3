import { useEffect, useMemo } from 'react';
import type { CuePlayer } from './cueHost.ts';
import { type CueClock, createCuePlayer, type ShownPlayer } from './cuePlayer.ts';

/** A player on the clock of subtitles. @param clock the same one as long as it goes alike. */
export function useCuePlayer(shown: ShownPlayer, clock: CueClock): CuePlayer {
  const player = useMemo(() => createCuePlayer(shown, clock), [shown, clock]);
  useEffect(() => player.follow(), [player]);
  return player;
}
