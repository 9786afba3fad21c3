import { place } from '../../app/place.ts';
import { screenOf } from '../../app/screens.ts';
import { copySelected, cutSelected, paste } from '../state/clipboard.ts';
import { isGesturing } from '../state/liveStage.ts';
import { studio } from '../state/studio.ts';

/** Binds copy, cut and paste of layers and scenes. */
export function bindClipboard(signal: AbortSignal): void {
  const on = (name: 'copy' | 'cut' | 'paste', work: (data: DataTransfer | null) => boolean) =>
    document.addEventListener(
      name,
      (event) => {
        if (studio.phase !== 'open' || !hasLayersInSight() || isGesturing() || isForText(event)) return;
        if (work(event.clipboardData)) event.preventDefault();
      },
      { signal },
    );
  on('copy', (data) => {
    copySelected(data);
    return true;
  });
  on('cut', (data) => {
    cutSelected(data);
    return true;
  });
  on('paste', paste);
  // Safari fires copy without a text selection only if beforecopy was prevented.
  for (const name of ['beforecopy', 'beforecut']) {
    document.addEventListener(name, (event) => !isForText(event) && event.preventDefault(), { signal });
  }
}

/** Whether the layers are visible: no sheet or other screen covers them. */
function hasLayersInSight(): boolean {
  const { kind, hidesLayers } = screenOf(place.screen) ?? {};
  return kind !== 'sheet' && !hidesLayers;
}

/** Whether a field has the focus or page text is selected: the event is then about that. */
function isForText(event: Event): boolean {
  const isField =
    event.target instanceof Element && event.target.closest('input, textarea, [contenteditable]') !== null;
  return isField || (event.type !== 'paste' && getSelection()?.isCollapsed === false);
}
