import { useEffect, useState } from 'react';
import { subscribe } from 'valtio/vanilla';
import type { AnimationEnd } from '../../../engine/edit/layerAnimation.ts';
import { animationsOf } from '../../../engine/kinds/families.ts';
import { layerSpans } from '../../../engine/timeline/spans.ts';
import { pause, play, playhead, seek, shownTime } from '../state/playback.ts';
import { studio } from '../state/studio.ts';

/** Seconds played before or after the animation. */
const AROUND = 0.4;
/** Playback stops this long before the layer's end, in seconds, so that it does not run into the next scene. */
const BEFORE_END = 0.05;

/**
 * Plays a layer's enter or exit animation, then returns the playhead to where it was.
 * @returns the animation that is playing, and a function that starts one.
 */
export function useLayerPlay(
  layerId: string,
): [playing: AnimationEnd | undefined, start: (end?: AnimationEnd) => void] {
  const [playing, setPlaying] = useState<{ end: AnimationEnd }>();
  useEffect(() => {
    if (!playing) return;
    const { from, to } = timesOf(layerId, playing.end);
    const before = shownTime();
    seek(from);
    play();
    let wasRunning = false;
    const look = () => {
      wasRunning ||= !playhead.isPaused;
      const isOver = playhead.time >= to || playhead.time < from - AROUND;
      if (playhead.isPaused ? wasRunning : isOver) setPlaying(undefined);
    };
    const stop = subscribe(playhead, look);
    look();
    return () => {
      stop();
      pause();
      seek(before);
    };
  }, [playing, layerId]);
  return [playing?.end, (end) => setPlaying(end && { end })];
}

/** The span played for a layer's animation, in seconds of the whole video. */
function timesOf(layerId: string, which: AnimationEnd): { from: number; to: number } {
  const span = layerSpans(studio.project, 'all').find(({ layer }) => layer.id === layerId);
  if (!span) return { from: 0, to: 0 };
  const { start, end, layer } = span;
  const { animateIn, animateOut } = animationsOf(layer);
  const [inLength, outLength] = [animateIn?.duration ?? 0, animateOut?.duration ?? 0];
  const last = Math.max(start, end - BEFORE_END);
  if (which === 'animateIn') return { from: start, to: Math.min(last, start + inLength + AROUND) };
  return { from: Math.max(start, end - outLength - AROUND), to: last };
}
