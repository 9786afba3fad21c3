import { useEffect, useLayoutEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { findLayer } from '../../engine/edit/find.ts';
import type { Layer } from '../../engine/project/layers.ts';
import { place } from '../state/place.ts';
import { type Screen, type ScreenId, screenOf } from './screens.ts';
import { EDITOR, layerPath } from './state/go.ts';
import { leaveFor } from './state/leave.ts';
import { selectLayer, studio } from './state/studio.ts';

/**
 * Leads on from a screen that makes no sense just now: to the editor from a layer that is not there, and to the selected
 * layer from a footer that is not its own. @returns whether it does.
 */
export function useDetour(id: ScreenId): boolean {
  const { layerId } = useSnapshot(place);
  const { project, selectedLayerId } = useSnapshot(studio);
  const screen = screenOf(id);
  const isThere = layerId !== undefined && findLayer(project, layerId) !== undefined;
  useEffect(() => {
    if (isThere) selectLayer(layerId);
  }, [isThere, layerId]);
  const isLeft = useIsLeft(screen);
  const selected = selectedLayerId === null ? undefined : findLayer(project, selectedLayerId)?.layer;
  const named = layerId === undefined ? undefined : isThere ? 'stay' : EDITOR;
  const way = named ?? (isLeft ? 'stay' : wayOf(screen, selected));
  useLayoutEffect(() => {
    if (way !== 'stay') leaveFor(way);
  }, [way]);
  return way !== 'stay';
}

function wayOf({ kind, layers, keepsLayer }: Screen, selected: Layer | undefined): string {
  if (layers && !selected) return EDITOR;
  if (!selected || layers === 'any' || layers?.includes(selected.type)) return 'stay';
  return layers || (kind !== 'sheet' && !keepsLayer) ? layerPath(selected.id) : 'stay';
}

/** Going from a layer to a footer, as Back of the browser does, means to leave the layer, not to be sent to it again. */
function useIsLeft(screen: Screen): boolean {
  const before = useRef(screen);
  const isLeft = before.current.keepsLayer === true && !screen.keepsLayer && screen.kind !== 'sheet';
  useEffect(() => {
    before.current = screen;
    if (isLeft && studio.selectedLayerId !== null) selectLayer(null);
  });
  return isLeft;
}
