import { type RefObject, useEffect, useRef } from 'react';
import { createClock } from '../../engine/browser/clock.ts';
import type { CompositorMode } from '../../engine/browser/compositor/choose.ts';
import { createMediaPool } from '../../engine/browser/media/mediaPool.ts';
import { createPlayer } from '../../engine/browser/player/clockedPlayer.ts';
import type { Player } from '../../engine/browser/player/player.ts';
import { FrameCanvas } from '../../engine/browser/preview/frameCanvas.ts';
import type { Project } from '../../engine/project/project.ts';
import type { UrlOf } from './paintScene.ts';

/** Options of a looping preview. */
export interface LoopOptions {
  project: Project;
  /** Length of the loop in seconds; 0 for a still preview. */
  loop: number;
  /** When this changes, playback restarts. */
  run: string;
  isPlaying: boolean;
  /** Resolves media references; must be a stable function. */
  urlOf: UrlOf;
  mode: CompositorMode;
}

/** Loops a project without audio, on a canvas inside an element, with its own player. */
export function useLoopPreview(place: RefObject<HTMLElement | null>, options: LoopOptions): void {
  const player = useRef<Player>(undefined);
  const { project, loop, run, isPlaying, urlOf, mode } = options;
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const canvas = document.createElement('canvas');
    canvas.setAttribute('aria-hidden', 'true');
    element.prepend(canvas);
    const media = createMediaPool({ urlOf });
    const frames = new FrameCanvas({ canvas, mode });
    const made = createPlayer();
    made.showOn(media, frames);
    player.current = made;
    const sizes = new ResizeObserver(() => frames.resize(element.clientWidth, element.clientHeight, devicePixelRatio));
    sizes.observe(element);
    return () => {
      sizes.disconnect();
      player.current = undefined;
      made.dispose();
      frames.dispose();
      media.dispose();
      canvas.remove();
    };
  }, [place, urlOf, mode]);
  // A change of the project alone does not restart playback.
  useEffect(() => player.current?.setProject(project), [project]);
  const isMoving = isPlaying && loop > 0;
  const length = useRef(loop);
  length.current = loop;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `run` restarts playback.
  useEffect(() => {
    const { current } = player;
    if (!current || !isMoving) return;
    current.seek(0);
    current.play();
    const clock = createClock({
      tick: () => {
        if (current.time >= length.current) current.seek(0);
        return true;
      },
    });
    clock.wake();
    return () => {
      clock.stop();
      current.pause();
      current.seek(0);
    };
  }, [isMoving, run]);
}
