import { useEffect, useState } from 'react';
import { subscribe } from 'valtio/vanilla';
import type { AnimationEnd } from '../../../engine/edit/layerAnimation.ts';
import { animationsOf } from '../../../engine/kinds/families.ts';
import { layerSpans } from '../../../engine/timeline/spans.ts';
import { pause, play, playhead, seek } from '../state/playback.ts';
import { studio } from '../state/studio.ts';

/** So much around an animation is played with it, seconds. */
const AROUND = 0.4;
/** So much before the end of a layer playing ends: it would go on to the next scene. */
const BEFORE_END = 0.05;

/**
 * Plays how a layer comes or goes; then it is shown again as it stands between the two.
 * @returns what is being played, and what plays it.
 */
export function useLayerPlay(
  layerId: string,
): [playing: AnimationEnd | undefined, start: (end?: AnimationEnd) => void] {
  const [playing, setPlaying] = useState<{ end: AnimationEnd }>();
  useEffect(() => {
    if (!playing) return;
    const { from, to, rest } = timesOf(layerId, playing.end);
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
      seek(rest);
    };
  }, [playing, layerId]);
  return [playing?.end, (end) => setPlaying(end && { end })];
}

/** When an animation of a layer begins and ends, and when it stands, seconds of the whole video. */
function timesOf(layerId: string, which: AnimationEnd): { from: number; to: number; rest: number } {
  const span = layerSpans(studio.project, 'all').find(({ layer }) => layer.id === layerId);
  if (!span) return { from: 0, to: 0, rest: 0 };
  const { start, end, layer } = span;
  const { animateIn, animateOut } = animationsOf(layer);
  const [inLength, outLength] = [animateIn?.duration ?? 0, animateOut?.duration ?? 0];
  const last = Math.max(start, end - BEFORE_END);
  const rest = Math.min(last, Math.max(start + inLength, (start + end) / 2));
  if (which === 'animateIn') return { from: start, to: Math.min(last, start + inLength + AROUND), rest };
  return { from: Math.max(start, end - outLength - AROUND), to: last, rest };
}
