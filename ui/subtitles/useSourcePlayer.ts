import { useLayoutEffect, useMemo, useRef } from 'react';
import { subscribe } from 'valtio/vanilla';
import type { Project } from '../../engine/project/project.ts';
import type { TimeSpan } from '../../engine/timeline/timeSpans.ts';
import type { ProjectPlayer } from '../tools/projectPlayer.ts';
import type { CuePlayer } from './cueHost.ts';
import { clockOf, playedParts } from './cuePlayer.ts';
import { useCuePlayer } from './useCuePlayer.ts';

/** Returns a player of a project on the time axis of its source. */
export function useSourcePlayer(player: ProjectPlayer, project: Project | undefined): CuePlayer {
  const parts = useParts(project);
  const clock = useMemo(() => clockOf(parts ?? []), [parts]);
  const shown = useMemo(
    () => ({
      ...player,
      read: () => player.state,
      watch: (tell: () => void) => subscribe(player.state, tell, true),
    }),
    [player],
  );
  return useCuePlayer(shown, clock);
}

/** Keeps the player at the same moment of the source when cuts change. */
export function useSameMoment(player: ProjectPlayer, project: Project | undefined): void {
  const parts = useParts(project);
  const last = useRef(parts);
  // Runs before the preview receives the new project.
  useLayoutEffect(() => {
    const before = last.current;
    last.current = parts;
    if (!before || !parts || before === parts) return;
    player.seekInNext(clockOf(parts).toShown(clockOf(before).toCues(player.state.time)));
  }, [player, parts]);
}

/** Returns the played spans of a project; the same array while they are equal. */
function useParts(project: Project | undefined): readonly TimeSpan[] | undefined {
  const found = useMemo(() => playedParts(project), [project]);
  const last = useRef(found);
  if (JSON.stringify(last.current) !== JSON.stringify(found)) last.current = found;
  return last.current;
}
