import { type RefObject, useEffect, useRef } from 'react';
import type { CompositorMode } from '../../engine/browser/compositor/choose.ts';
import { openPlayer } from '../../engine/browser/player/openPlayer.ts';
import type { ProjectPlayer } from '../../engine/browser/player/projectPlayer.ts';
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
  const player = useRef<ProjectPlayer>(undefined);
  const { project, loop, run, isPlaying, urlOf, mode } = options;
  const length = useRef(loop);
  length.current = loop;
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const canvas = document.createElement('canvas');
    canvas.setAttribute('aria-hidden', 'true');
    element.prepend(canvas);
    const made = openPlayer({ canvas, media: { urlOf }, loop: () => length.current, renderer: mode });
    player.current = made;
    const sizes = new ResizeObserver(() => made.resize(element.clientWidth, element.clientHeight));
    sizes.observe(element);
    return () => {
      sizes.disconnect();
      player.current = undefined;
      made.close();
      canvas.remove();
    };
  }, [place, urlOf, mode]);
  // A change of the project alone does not restart playback.
  useEffect(() => player.current?.update(project), [project]);
  const isMoving = isPlaying && loop > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `run` restarts playback.
  useEffect(() => {
    const { current } = player;
    if (!current || !isMoving) return;
    current.seek(0);
    current.play();
    return () => {
      current.pause();
      current.seek(0);
    };
  }, [isMoving, run]);
}
