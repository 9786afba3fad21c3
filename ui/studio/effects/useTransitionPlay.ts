import { useEffect, useState } from 'react';
import { subscribe } from 'valtio/vanilla';
import { sceneDuration } from '../../../engine/timeline/durations.ts';
import { pause, play, playhead, seek } from '../state/playback.ts';
import { startOf, studio } from '../state/studio.ts';

/** So much of the scene before and of the scene itself is played around the transition, seconds. */
const AROUND = 0.8;
const BEFORE_END = 0.1;

/**
 * Plays how a scene comes in: from just before its start until the transition is over; then the scene is shown at rest
 * again. @returns whether it is being played, and what starts and ends that.
 */
export function useTransitionPlay(sceneId: string): [isPlaying: boolean, toggle: () => void] {
  const [isPlaying, setPlaying] = useState(false);
  useEffect(() => {
    if (!isPlaying) return;
    let wasRunning = false;
    const look = () => {
      wasRunning ||= !playhead.isPaused;
      const isOver = playhead.time >= endOf(sceneId) || playhead.time < startOf(sceneId) - 2 * AROUND;
      if (playhead.isPaused ? wasRunning : isOver) setPlaying(false);
    };
    const end = subscribe(playhead, look);
    look();
    return () => {
      end();
      pause();
      seek(startOf(sceneId));
    };
  }, [isPlaying, sceneId]);
  const toggle = () => {
    setPlaying(!isPlaying);
    if (isPlaying) return;
    seek(Math.max(0, startOf(sceneId) - AROUND));
    play();
  };
  return [isPlaying, toggle];
}

/** A little before the end of the scene at the latest: playing would go on to the next one. */
function endOf(sceneId: string): number {
  const { project } = studio;
  const scene = project.scenes.find(({ id }) => id === sceneId);
  if (!scene) return 0;
  const wanted = (scene.transition?.duration ?? 0) + AROUND;
  return startOf(sceneId) + Math.min(wanted, sceneDuration(project, scene) - BEFORE_END);
}
