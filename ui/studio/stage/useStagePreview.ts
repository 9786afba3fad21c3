import { type RefObject, useEffect, useRef } from 'react';
import { ref, subscribe } from 'valtio/vanilla';
import { isPlacedByFile } from '../../../engine/browser/gestures/stageLayers.ts';
import { canvasDrawing } from '../../../engine/browser/player/openPlayer.ts';
import type { CanvasDrawing } from '../../../engine/browser/player/projectPlayer.ts';
import type { FrameCanvas } from '../../../engine/browser/preview/frameCanvas.ts';
import type { Box } from '../../../engine/layout/box.ts';
import { mediaTable } from '../../client/media/mediaTable.ts';
import { playGifs } from '../../client/media/onDemand.ts';
import { stillsOf } from '../../client/media/stills.ts';
import { standIn, ThumbnailRequests } from '../../client/media/strips.ts';
import { cropping } from '../crop/croppingState.ts';
import { live, showCanvas } from '../state/liveStage.ts';
import { playOn } from '../state/playback.ts';
import { player } from '../state/player.ts';
import { layersHere, studio } from '../state/studio.ts';
import type { ScreenSize } from './useStageSize.ts';

/** Draws stills of videos that this browser cannot play, and thumbnails while frames are loading. */
const drawing: CanvasDrawing = {
  ...canvasDrawing,
  createMediaPool: (options) => canvasDrawing.createMediaPool({ ...options, videoFallback: stillsOf, standIn }),
};

/** Shorter videos seek fast enough without a filmstrip. In seconds. */
const LONG_SECONDS = 60;
/** Delay before filmstrips of long videos are requested, in milliseconds. */
const WISH_AFTER_MS = 2000;

/** Creates a canvas in an element that the Studio's player draws on. */
export function useStagePreview(
  place: RefObject<HTMLElement | null>,
  size: ScreenSize | undefined,
): RefObject<FrameCanvas | undefined> {
  const preview = useRef<FrameCanvas>(undefined);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    // A canvas has only one context, ever, so each preview creates its own canvas.
    const canvas = document.createElement('canvas');
    canvas.setAttribute('aria-hidden', 'true');
    element.prepend(canvas);
    const endWishes = wishForStrips();
    const screen = playOn(canvas, { drawing, onPainted: () => learnPlaces(screen.frames) });
    const made = screen.frames;
    preview.current = made;
    canvas.dataset.renderer = made.mode;
    const hide = () => made.hide(studio.writingLayerId ?? cropping.layerId ?? undefined);
    hide();
    const play = () => playGifs(studio.project);
    play();
    const ends = [
      ...[subscribe(studio, hide), subscribe(cropping, hide), watchFiles((url) => player.refresh(url))],
      ...[subscribe(studio, play), subscribe(mediaTable, play)],
      endWishes,
      showCanvas({ preview: made, element }),
    ];
    return () => {
      for (const end of ends) end();
      preview.current = undefined;
      screen.detach();
      canvas.remove();
    };
  }, [place]);
  const { width = 0, height = 0, pixelRatio = 1 } = size ?? {};
  useEffect(() => {
    if (width > 0) preview.current?.resize(width, height, pixelRatio);
  }, [width, height, pixelRatio]);
  return preview;
}

/**
 * Requests filmstrips of the project's long videos after a delay, so that visible media load first.
 * @returns a function that stops it.
 */
function wishForStrips(): () => void {
  const wishes = new ThumbnailRequests(LONG_SECONDS);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wish = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      wishes.show(studio.project);
    }, WISH_AFTER_MS);
  };
  wish();
  const unsubscribe = subscribe(studio, wish);
  return () => {
    unsubscribe();
    clearTimeout(timer);
    wishes.show(undefined);
  };
}

/** Reports files whose address changes: added, uploaded, removed, or served from elsewhere. */
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

/** Copies the boxes of layers placed by their file from the canvas to `live`. */
function learnPlaces(preview: FrameCanvas): void {
  const found: Record<string, Box> = {};
  for (const layer of layersHere()) {
    // Layers that are not visible now keep their last box.
    const box = isPlacedByFile(layer) ? (preview.boxOf(layer.id) ?? live.fileBoxes[layer.id]) : undefined;
    if (box) found[layer.id] = { ...box };
  }
  if (JSON.stringify(found) !== JSON.stringify(live.fileBoxes)) live.fileBoxes = ref(found);
}
