import { useEffect, useState } from 'react';
import { subscribe } from 'valtio/vanilla';
import { sceneDuration } from '../../../engine/timeline/durations.ts';
import { pause, play, playhead, seek } from '../state/playback.ts';
import { startOf, studio } from '../state/studio.ts';

/** Seconds played before and after the transition; margin before the scene's end. */
const AROUND = 0.8;
const BEFORE_END = 0.1;

/**
 * Plays the transition into a scene, from just before the scene's start until the transition ends. Then pauses on the
 * scene.
 * @returns whether it is playing, and a function that starts or stops it.
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

/** Where playback ends: at the latest just before the scene's end, so that it does not run into the next one. */
function endOf(sceneId: string): number {
  const { project } = studio;
  const scene = project.scenes.find(({ id }) => id === sceneId);
  if (!scene) return 0;
  const wanted = (scene.transition?.duration ?? 0) + AROUND;
  return startOf(sceneId) + Math.min(wanted, sceneDuration(project, scene) - BEFORE_END);
}
