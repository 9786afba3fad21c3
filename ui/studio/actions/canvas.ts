import { Grid3x3, Hand, Magnet, Maximize, Ruler, ScanLine, ZoomIn, ZoomOut } from 'lucide-react';
import { setProjectFields } from '../../../engine/edit/style.ts';
import { canvasView, fitCanvas, zoomBy } from '../state/canvasView.ts';
import { aids } from '../state/liveStage.ts';
import { hasStage } from '../state/playback.ts';
import { change } from '../state/studio.ts';
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
  toggleGrid: {
    ...{ title: 'Grid', icon: Grid3x3, group: 'Canvas' },
    when: hasStage,
    run: () => {
      aids.grid = !aids.grid;
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
  toggleSnapping: {
    ...{ title: 'Snap to grid', icon: Magnet, group: 'Canvas' },
    when: hasStage,
    run: () => change((project) => setProjectFields(project, { snapToGrid: !project.snapToGrid })),
  },
});
