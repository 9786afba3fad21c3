import { type RefObject, useEffect, useRef } from 'react';
import { ref, subscribe } from 'valtio/vanilla';
import { createMediaPool } from '../../../engine/browser/media/mediaPool.ts';
import { createPreview, type Preview } from '../../../engine/browser/preview.ts';
import type { Box } from '../../../engine/layout/box.ts';
import { sceneStarts } from '../../../engine/timeline/durations.ts';
import { localUrlOf, mediaTable } from '../../media/mediaTable.ts';
import { playhead, playOn, shownTime } from '../state/playback.ts';
import { selectedScene, studio } from '../state/studio.ts';
import { live } from './live.ts';
import { rendererChoice } from './rendererChoice.ts';
import { isPlacedByFile } from './stageLayers.ts';
import type { ScreenSize } from './useStageSize.ts';

/** Keeps a canvas in an element up to date with the Studio: its project, scene, time and media. */
export function useStagePreview(
  place: RefObject<HTMLElement | null>,
  size: ScreenSize | undefined,
): RefObject<Preview | undefined> {
  const preview = useRef<Preview>(undefined);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    // A canvas gives one context for good, so each preview has a canvas of its own.
    const canvas = document.createElement('canvas');
    canvas.setAttribute('aria-hidden', 'true');
    element.prepend(canvas);
    const media = createMediaPool({ urlOf: localUrlOf });
    const made = createPreview({ canvas, media, mode: rendererChoice(), onPainted: () => learnPlaces(made) });
    preview.current = made;
    canvas.dataset.renderer = made.mode;
    const show = () => made.show(shownNow());
    show();
    const ends = [playOn(media), subscribe(studio, show), subscribe(playhead, show), watchFiles(media.refresh)];
    return () => {
      for (const end of ends) end();
      preview.current = undefined;
      made.dispose();
      media.dispose();
      canvas.remove();
    };
  }, [place]);
  const { width = 0, height = 0, pixelRatio = 1 } = size ?? {};
  useEffect(() => {
    if (width > 0) preview.current?.resize(width, height, pixelRatio);
  }, [width, height, pixelRatio]);
  return preview;
}

function shownNow(): Parameters<Preview['show']>[0] {
  const { project, studioPaused, writingLayerId } = studio;
  const sceneIndex = project.scenes.indexOf(selectedScene());
  const time = shownTime();
  return {
    project,
    sceneIndex,
    time,
    playing: playhead.isRunning,
    // At rest, where a scene begins, a text that fades in would not be there yet.
    stillTexts: studioPaused && time === sceneStarts(project)[sceneIndex],
    hiddenLayerId: writingLayerId ?? undefined,
  };
}

/** Tells of files that come into the page's table or leave it. */
function watchFiles(refresh: (url: string) => void): () => void {
  let known = new Set(Object.keys(mediaTable.byUrl));
  return subscribe(mediaTable, () => {
    const now = new Set(Object.keys(mediaTable.byUrl));
    for (const url of now) if (!known.has(url)) refresh(url);
    for (const url of known) if (!now.has(url)) refresh(url);
    known = now;
  });
}

/** Takes over from the preview where files stand that the project itself does not place. */
function learnPlaces(preview: Preview): void {
  const found: Record<string, Box> = {};
  for (const layer of selectedScene().layers) {
    const box = isPlacedByFile(layer) ? preview.boxOf(layer.id) : undefined;
    if (box) found[layer.id] = { ...box };
  }
  if (JSON.stringify(found) !== JSON.stringify(live.fileBoxes)) live.fileBoxes = ref(found);
}
