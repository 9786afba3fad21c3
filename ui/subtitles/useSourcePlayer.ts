import { useLayoutEffect, useMemo, useRef } from 'react';
import { subscribe } from 'valtio/vanilla';
import type { Project } from '../../engine/project/project.ts';
import type { TimeSpan } from '../../engine/timeline/timeSpans.ts';
import type { ProjectPlayer } from '../tools/projectPlayer.ts';
import type { CuePlayer } from './cueHost.ts';
import { clockOf, playedParts } from './cuePlayer.ts';
import { useCuePlayer } from './useCuePlayer.ts';

/** A player of a project on the clock of its source. */
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

/** Stays at the same moment of the source where another part of it is cut out. */
export function useSameMoment(player: ProjectPlayer, project: Project | undefined): void {
  const parts = useParts(project);
  const last = useRef(parts);
  // Before the preview takes the project.
  useLayoutEffect(() => {
    const before = last.current;
    last.current = parts;
    if (!before || !parts || before === parts) return;
    player.seekInNext(clockOf(parts).toShown(clockOf(before).toCues(player.state.time)));
  }, [player, parts]);
}

/** The played parts of a project; the same list as long as they are the same. */
function useParts(project: Project | undefined): readonly TimeSpan[] | undefined {
  const found = useMemo(() => playedParts(project), [project]);
  const last = useRef(found);
  if (JSON.stringify(last.current) !== JSON.stringify(found)) last.current = found;
  return last.current;
}
