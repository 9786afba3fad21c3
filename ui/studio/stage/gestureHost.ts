import { ref } from 'valtio/vanilla';
import type { GestureHost, StageView } from '../../../engine/browser/gestures/types.ts';
import type { FrameCanvas } from '../../../engine/browser/preview/frameCanvas.ts';
import { findLayer } from '../../../engine/edit/find.ts';
import { setLayerPosition } from '../../../engine/edit/layers.ts';
import { positionOf } from '../../../engine/edit/percent.ts';
import { isText } from '../../../engine/kinds/text.ts';
import type { Box } from '../../../engine/layout/box.ts';
import { canvasSize } from '../../../engine/layout/canvasSize.ts';
import type { Project } from '../../../engine/project/project.ts';
import { place } from '../../state/place.ts';
import { screenOf } from '../screens.ts';
import { goTo, leaveLayer, openLayer } from '../state/go.ts';
import { pause, playhead } from '../state/playback.ts';
import { change, selectedScene, studio } from '../state/studio.ts';
import { endLive, live } from './live.ts';
import { onStage, shownLayers } from './stageLayers.ts';
import { endWriting } from './writing.ts';

/** What the stage lends to its gestures. */
export interface StageParts {
  preview(): FrameCanvas | undefined;
  /** CSS pixels per pixel of the canvas. */
  scale(): number;
  cursor(css: string): void;
}

/**
 * Holds the project for the gestures. While one is on its way only the picture and the outline move; the project
 * changes once, at its end, so it is one step to undo.
 */
export function createGestureHost({ preview, scale, cursor }: StageParts): GestureHost {
  return {
    view: () => viewOf(scale()),
    select(id) {
      if (id !== null) openOnce(id);
      else if (studio.writingLayerId !== null) endWriting();
      else if (studio.selectedLayerId !== null) leaveLayer();
      else if (place.screen !== '') goTo('');
    },
    clickLayer: openOnce,
    clickBackground() {
      if (place.screen !== 'background') goTo('background');
    },
    doubleClickLayer(id) {
      openOnce(id);
      const found = findLayer(studio.project, id);
      if (found && isText(found.layer)) goTo('text');
    },
    change(id, box) {
      // A scene that ends would take the layer out of the hand.
      pause();
      live.layerId = id;
      live.box = ref(box);
      preview()?.place(id, box);
    },
    commit() {
      const { layerId, box } = live;
      endLive();
      if (layerId !== null && box) change((project) => placeLayer(project, layerId, box));
    },
    cancel() {
      if (live.layerId !== null) preview()?.place(live.layerId, undefined);
      endLive();
    },
    guides(list) {
      if (list.length > 0 || live.guides.length > 0) live.guides = ref(list);
    },
    cursor,
  };
}

/** The project with a layer where a gesture left it, pixels of the canvas. */
export function placeLayer(project: Project, layerId: string, box: Box): Project {
  const position = findLayer(project, layerId)?.layer.position;
  return setLayerPosition(project, layerId, { ...position, ...positionOf(box, canvasSize(project)) });
}

function viewOf(scale: number): StageView {
  const { project, selectedLayerId } = studio;
  const canvas = canvasSize(project);
  const layers = onStage(selectedScene().layers, playhead.seen, selectedLayerId);
  return {
    canvas,
    scale,
    layers: shownLayers(layers, canvas, live.fileBoxes),
    selectedId: selectedLayerId,
    backgroundSelected: screenOf(place.screen)?.isBackground === true,
    snap: project.snapToGrid,
  };
}

/** Opens a layer's route, unless it is open: the same place twice in the history makes Back do nothing. */
function openOnce(layerId: string): void {
  if (place.layerId !== layerId || studio.selectedLayerId !== layerId) openLayer(layerId);
}
