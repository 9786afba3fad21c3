import { type RefObject, useEffect, useRef } from 'react';
import { createClock } from '../../../engine/browser/clock.ts';
import { createMediaPool } from '../../../engine/browser/media/mediaPool.ts';
import { createPreview, type Preview } from '../../../engine/browser/preview.ts';
import type { Project } from '../../../engine/project/project.ts';
import { localUrlOf } from '../../media/mediaTable.ts';
import { rendererChoice } from '../stage/rendererChoice.ts';

/** What is played, and how. */
export interface LoopOptions {
  /** A project of one scene. */
  project: Project;
  /** After how many seconds it starts over; 0: nothing moves. */
  loop: number;
  /** When this changes, it starts over. */
  run: string;
  isPlaying: boolean;
}

/** Plays a scene again and again on a canvas in an element, by a clock of its own. */
export function useLoopPreview(place: RefObject<HTMLElement | null>, options: LoopOptions): void {
  const preview = useRef<Preview>(undefined);
  const newest = useRef(options);
  newest.current = options;
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const canvas = document.createElement('canvas');
    canvas.setAttribute('aria-hidden', 'true');
    element.prepend(canvas);
    const media = createMediaPool({ urlOf: localUrlOf });
    const made = createPreview({ canvas, media, mode: rendererChoice() });
    preview.current = made;
    const sizes = new ResizeObserver(() => made.resize(element.clientWidth, element.clientHeight, devicePixelRatio));
    sizes.observe(element);
    return () => {
      sizes.disconnect();
      preview.current = undefined;
      made.dispose();
      media.dispose();
      canvas.remove();
    };
  }, [place]);
  const { project, loop, run, isPlaying } = options;
  const isMoving = isPlaying && loop > 0;
  // A change of the look alone goes on where it was.
  useEffect(() => {
    if (!isMoving) preview.current?.show({ project, sceneIndex: 0, time: 0, stillTexts: true });
  }, [project, isMoving]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: run starts it over.
  useEffect(() => {
    if (!isMoving) return;
    let begun: number | undefined;
    const tick = (now: number) => {
      begun ??= now;
      const { project: shown, loop: length } = newest.current;
      const time = ((now - begun) / 1000) % Math.max(length, 0.05);
      preview.current?.show({ project: shown, sceneIndex: 0, time, playing: true });
      return true;
    };
    const clock = createClock({ tick });
    clock.wake();
    return () => clock.stop();
  }, [isMoving, run]);
}
