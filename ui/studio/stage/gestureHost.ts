import { ref } from 'valtio/vanilla';
import type { GestureHost, StageView, ViewChange } from '../../../engine/browser/gestures/gestureHost.ts';
import { onStage, shownLayers } from '../../../engine/browser/gestures/stageLayers.ts';
import type { FrameCanvas } from '../../../engine/browser/preview/frameCanvas.ts';
import { nudgeLayers } from '../../../engine/edit/arrange.ts';
import { findLayer } from '../../../engine/edit/find.ts';
import { setLayerPosition } from '../../../engine/edit/layers.ts';
import { positionOf } from '../../../engine/edit/percent.ts';
import { isPicture } from '../../../engine/kinds/families.ts';
import { isText } from '../../../engine/kinds/text.ts';
import type { Box } from '../../../engine/layout/box.ts';
import { canvasSize } from '../../../engine/layout/canvasSize.ts';
import type { Project } from '../../../engine/project/project.ts';
import { place } from '../../app/place.ts';
import { screenOf } from '../../app/screens.ts';
import { cropping, endCropping } from '../crop/croppingState.ts';
import { canvasView } from '../state/canvasView.ts';
import { chooseLayer, goTo, groupOf, leaveLayer, openLayer, openLayers, toggleLayer } from '../state/go.ts';
import { changeAtPlayhead, momentOf } from '../state/keyframes.ts';
import { endLive, live, picking } from '../state/liveStage.ts';
import { pause, playhead } from '../state/playback.ts';
import { layersHere, selectedIds, studio } from '../state/studio.ts';
import { endWriting } from '../state/writing.ts';

/** What the stage provides to its gestures. */
export interface StageParts {
  preview(): FrameCanvas | undefined;
  /** CSS pixels per canvas pixel. */
  scale(): number;
  look(change: ViewChange): void;
  cursor(css: string): void;
}

/**
 * Connects gestures with the project. During a gesture only the preview and the outline move. The project changes once,
 * at the end, as one undo step.
 */
export function createGestureHost({ preview, scale, look, cursor }: StageParts): GestureHost {
  return {
    view: () => viewOf(scale()),
    select(id) {
      if (id !== null) chooseLayer(id);
      else if (studio.writingLayerId !== null) endWriting();
      else if (cropping.layerId !== null) endCropping();
      else if (selectedIds().length > 0) leaveLayer();
      else if (place.screen !== '') goTo('');
    },
    clickLayer,
    toggleLayer,
    marquee(area, ids) {
      if (area) live.marquee = ref({ area, ids });
      else live.marquee = null;
    },
    selectAll(ids, isMore) {
      const all = ids.flatMap(groupOf);
      if (all.length > 0) openLayers(isMore ? [...selectedIds(), ...all] : all);
      else if (!isMore && selectedIds().length > 0) leaveLayer();
    },
    clickBackground() {
      if (place.screen !== 'background') goTo('background');
    },
    doubleClickLayer(id) {
      // The first double click on a group selects the layer inside it.
      const isEdited = !studio.severalIds.includes(id);
      openOnce(id);
      const found = findLayer(studio.project, id);
      if (found && isText(found.layer) && isEdited) goTo('text');
      if (found && isPicture(found.layer) && isEdited && !found.layer.isLocked) goTo('crop');
    },
    change(boxes) {
      // Moving on to the next scene would cancel the drag.
      pause();
      live.boxes = ref(new Map(boxes.map(({ id, box }) => [id, box])));
      for (const { id, box } of boxes) preview()?.place(id, box);
      // Moves arrive once per display frame: draw in that frame instead of at the canvas's slower rate.
      preview()?.draw();
    },
    commit() {
      const { boxes } = live;
      const { ids, x, y } = movedElsewhere(boxes, viewOf(scale()));
      endLive();
      changeAtPlayhead([...boxes.keys(), ...ids], (project) => {
        const placed = [...boxes].reduce((now, [id, box]) => placeLayer(now, id, box), project);
        return nudgeLayers(placed, ids, x, y);
      });
    },
    cancel() {
      for (const id of live.boxes.keys()) preview()?.place(id, undefined);
      endLive();
    },
    guides(list) {
      if (list.length > 0 || live.guides.length > 0) live.guides = ref(list);
    },
    changeView: look,
    cursor,
  };
}

/**
 * The selected layers of other scenes, which a drag moves as arrow keys do, and how far, in percent of the canvas. None
 * if the drag resized or rotated something.
 */
function movedElsewhere(boxes: ReadonlyMap<string, Box>, { canvas, layers }: StageView) {
  const ways = layers.flatMap(({ id, box: before }) => {
    const box = boxes.get(id);
    return box ? [{ before, box }] : [];
  });
  const isMove = ways.every(
    ({ before, box }) =>
      Math.abs(box.width - before.width) < 1e-6 &&
      Math.abs(box.height - before.height) < 1e-6 &&
      box.rotation === before.rotation,
  );
  const [first] = ways;
  const isOfSelection = studio.severalIds.some((id) => boxes.has(id));
  if (!first || !isMove || !isOfSelection) return { ids: [], x: 0, y: 0 };
  const shown = new Set(layers.map(({ id }) => id));
  return {
    ids: studio.severalIds.filter((id) => !shown.has(id)),
    x: (100 * (first.box.x - first.before.x)) / canvas.width,
    y: (100 * (first.box.y - first.before.y)) / canvas.height,
  };
}

/** Applies the box from a gesture to a layer, in canvas pixels. */
export function placeLayer(project: Project, layerId: string, box: Box): Project {
  const position = findLayer(project, layerId)?.layer.position;
  return setLayerPosition(project, layerId, { ...position, ...positionOf(box, canvasSize(project)) });
}

function viewOf(scale: number): StageView {
  const { project, selectedLayerId, severalIds } = studio;
  const canvas = canvasSize(project);
  const layers = onStage(layersHere(), playhead.seen, selectedIds());
  return {
    canvas,
    scale,
    layers: shownLayers(layers, canvas, live.fileBoxes, (layer) => momentOf(layer)),
    selectedId: selectedLayerId,
    severalIds,
    isPicking: picking.isOn,
    backgroundSelected: screenOf(place.screen)?.isBackground === true,
    isHand: canvasView.isHand || canvasView.isSpaceDown,
    zoom: scale / (canvasView.fit?.scale ?? scale),
    snap: project.snapToGrid,
  };
}

/**
 * Handles a click on a selected layer: nothing for a single layer or group. Among several, selects the clicked layer or
 * its group.
 */
function clickLayer(layerId: string): void {
  const { severalIds } = studio;
  const group = groupOf(layerId);
  if (!severalIds.includes(layerId)) openOnce(layerId);
  else if (group.length < severalIds.length) openLayers(group);
}

/** Opens a layer's route unless it is open already: a duplicate history entry would make Back do nothing. */
function openOnce(layerId: string): void {
  if (place.layerId !== layerId || studio.selectedLayerId !== layerId) openLayer(layerId);
}
