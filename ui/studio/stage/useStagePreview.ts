import { type RefObject, useEffect, useRef } from 'react';
import { ref, subscribe } from 'valtio/vanilla';
import { createMediaPool } from '../../../engine/browser/media/mediaPool.ts';
import { FrameCanvas } from '../../../engine/browser/preview/frameCanvas.ts';
import type { Box } from '../../../engine/layout/box.ts';
import { mediaTable, playableUrlOf } from '../../media/mediaTable.ts';
import { playGifs } from '../../media/playGifs.ts';
import { stillsOf } from '../../media/stills.ts';
import { playOn } from '../state/playback.ts';
import { selectedScene, studio } from '../state/studio.ts';
import { live } from './live.ts';
import { rendererChoice } from './rendererChoice.ts';
import { isPlacedByFile } from './stageLayers.ts';
import type { ScreenSize } from './useStageSize.ts';

/** Makes a canvas in an element that the Studio's player draws on. */
export function useStagePreview(
  place: RefObject<HTMLElement | null>,
  size: ScreenSize | undefined,
): RefObject<FrameCanvas | undefined> {
  const preview = useRef<FrameCanvas>(undefined);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    // A canvas gives one context for good, so each preview has a canvas of its own.
    const canvas = document.createElement('canvas');
    canvas.setAttribute('aria-hidden', 'true');
    element.prepend(canvas);
    const media = createMediaPool({ urlOf: playableUrlOf, videoFallback: stillsOf });
    const made = new FrameCanvas({ canvas, mode: rendererChoice(), onPainted: () => learnPlaces(made) });
    preview.current = made;
    canvas.dataset.renderer = made.mode;
    const hide = () => made.hide(studio.writingLayerId ?? undefined);
    hide();
    const play = () => playGifs(studio.project);
    play();
    const ends = [
      ...[playOn({ media, canvas: made }), subscribe(studio, hide), watchFiles(media.refresh)],
      ...[subscribe(studio, play), subscribe(mediaTable, play)],
    ];
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

/** Tells of files that come into the page's table, come to the server, leave the table, or are shown from elsewhere. */
function watchFiles(refresh: (url: string) => void): () => void {
  const read = () => {
    const { byUrl, shownFrom, proxies } = mediaTable;
    const urls = new Set([byUrl, shownFrom, proxies].flatMap((files) => Object.keys(files)));
    return new Map(
      [...urls].map((url) => [url, [byUrl[url]?.readUrl, shownFrom[url], proxies[url]?.address].join(' ')]),
    );
  };
  let known = read();
  return subscribe(mediaTable, () => {
    const now = read();
    for (const [url, readUrl] of now) if (known.get(url) !== readUrl) refresh(url);
    for (const url of known.keys()) if (!now.has(url)) refresh(url);
    known = now;
  });
}

/** Takes over from the canvas where files stand that the project itself does not place. */
function learnPlaces(preview: FrameCanvas): void {
  const found: Record<string, Box> = {};
  for (const layer of selectedScene().layers) {
    // What is not seen now stays where it was.
    const box = isPlacedByFile(layer) ? (preview.boxOf(layer.id) ?? live.fileBoxes[layer.id]) : undefined;
    if (box) found[layer.id] = { ...box };
  }
  if (JSON.stringify(found) !== JSON.stringify(live.fileBoxes)) live.fileBoxes = ref(found);
}
