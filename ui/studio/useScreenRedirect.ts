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
 * Redirects from a screen that does not fit the selection: to the editor if the layer does not exist, or to the
 * selected layer's screen.
 * @returns whether it redirects.
 */
export function useScreenRedirect(id: ScreenId): boolean {
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

/**
 * Whether the user went from a layer to a footer, such as by the browser's Back. Deselects the layer instead of
 * redirecting back to it.
 */
function useIsLeft(screen: Screen): boolean {
  const before = useRef(screen);
  const isLeft = before.current.keepsLayer === true && !screen.keepsLayer && screen.kind !== 'sheet';
  useEffect(() => {
    before.current = screen;
    if (isLeft && studio.selectedLayerId !== null) selectLayer(null);
  });
  return isLeft;
}
