import { Hand, Maximize, Ruler, ScanLine, ZoomIn, ZoomOut } from 'lucide-react';
import { canvasView, fitCanvas, zoomBy } from '../state/canvasView.ts';
import { aids } from '../state/liveStage.ts';
import { hasStage } from '../state/playback.ts';
import { actionTable } from './action.ts';

/** Elsewhere, these keys zoom the page. */
const isCanvasFocused = () => document.activeElement?.closest('.studio-canvas') !== null;

/** How the canvas is shown. */
export const canvasActions = actionTable({
  zoomIn: {
    ...{ title: 'Zoom in', icon: ZoomIn, group: 'Canvas', keys: ['mod+=', 'mod++'] },
    when: hasStage,
    whenPressed: isCanvasFocused,
    run: () => zoomBy(1),
    repeats: true,
  },
  zoomOut: {
    ...{ title: 'Zoom out', icon: ZoomOut, group: 'Canvas', keys: ['mod+-'] },
    when: hasStage,
    whenPressed: isCanvasFocused,
    run: () => zoomBy(-1),
    repeats: true,
  },
  zoomToFit: {
    ...{ title: 'Show the whole canvas', label: 'Fit', icon: Maximize, group: 'Canvas', keys: ['mod+0'] },
    when: hasStage,
    whenPressed: isCanvasFocused,
    run: fitCanvas,
  },
  toggleHand: {
    ...{ title: 'Move the view', icon: Hand, group: 'Canvas' },
    when: hasStage,
    run: () => {
      canvasView.isHand = !canvasView.isHand;
    },
  },
  toggleRulers: {
    ...{ title: 'Rulers', icon: Ruler, group: 'Canvas' },
    when: hasStage,
    run: () => {
      aids.rulers = !aids.rulers;
    },
  },
  toggleSafeAreas: {
    ...{ title: 'Safe areas', icon: ScanLine, group: 'Canvas' },
    when: hasStage,
    run: () => {
      aids.safeAreas = !aids.safeAreas;
    },
  },
});
