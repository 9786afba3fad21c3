import { type RefObject, useEffect, useRef } from 'react';
import { createClock } from '../../engine/browser/clock.ts';
import type { CompositorMode } from '../../engine/browser/compositor/choose.ts';
import { createMediaPool } from '../../engine/browser/media/mediaPool.ts';
import { createPlayer } from '../../engine/browser/player/clockedPlayer.ts';
import type { Player } from '../../engine/browser/player/player.ts';
import { FrameCanvas } from '../../engine/browser/preview/frameCanvas.ts';
import type { Project } from '../../engine/project/project.ts';
import type { UrlOf } from './paintScene.ts';

/** What is played, and how. */
export interface LoopOptions {
  project: Project;
  /** After how many seconds it starts over; 0: nothing moves. */
  loop: number;
  /** When this changes, it starts over. */
  run: string;
  isPlaying: boolean;
  /** Where its files are; the same function each time. */
  urlOf: UrlOf;
  mode: CompositorMode;
}

/** Plays a project again and again, without its sound, on a canvas in an element, by a player of its own. */
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
  // A change of the look alone goes on where it was.
  useEffect(() => player.current?.setProject(project), [project]);
  const isMoving = isPlaying && loop > 0;
  const length = useRef(loop);
  length.current = loop;
  // biome-ignore lint/correctness/useExhaustiveDependencies: run starts it over.
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
