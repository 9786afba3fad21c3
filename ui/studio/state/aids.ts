import { proxy, subscribe } from 'valtio/vanilla';

const KEY = 'cutroom-canvas-aids';

/** Rulers and safe areas over the canvas; never part of the output. Stored in this browser. */
export const aids = proxy({ rulers: false, safeAreas: false, ...stored() });

subscribe(aids, () => {
  try {
    localStorage.setItem(KEY, JSON.stringify(aids));
  } catch {
    // Storage may be forbidden; the choice is then lost on reload.
  }
});

function stored(): { rulers?: boolean; safeAreas?: boolean } {
  try {
    const { rulers, safeAreas } = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return { rulers: rulers === true, safeAreas: safeAreas === true };
  } catch {
    return {};
  }
}

/** Whether a click on a layer toggles it in the selection: multiple selection by touch. */
export const picking = proxy({ isOn: false });
