import { proxy, subscribe } from 'valtio/vanilla';

const KEY = 'cutroom-canvas-aids';

/** What is shown over the canvas to place things by; never part of what comes out. Stored in this browser. */
export const aids = proxy({ rulers: false, safeAreas: false, ...stored() });

subscribe(aids, () => {
  try {
    localStorage.setItem(KEY, JSON.stringify(aids));
  } catch {
    // Storage may be forbidden; then the choice lasts as long as the page.
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
