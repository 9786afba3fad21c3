import { proxy } from 'valtio/vanilla';
import type { Size } from '../../engine/layout/box.ts';
import type { ScreenId } from '../studio/screens.ts';

/**
 * Where the page is: what the address line says, as data. The router (ui/router.ts) alone writes it, before whoever
 * navigated goes on; everything else reads it here and nowhere else.
 */
export const place = proxy({
  /** The path as it stands in the address line, so still encoded. */
  path: '/',
  /** The query with its question mark; '' without one. */
  search: '',
  /** What stands behind the path and is not sent to the server, with its sign; '' without one. */
  hash: '',
  /** The screen of the Studio; undefined on every other page, and for a path that the Studio does not have. */
  screen: undefined as ScreenId | undefined,
  /** The layer that the address names. */
  layerId: undefined as string | undefined,
  /** The path that this one was opened from, where going back leads; the browser keeps it through a reload. */
  from: undefined as string | undefined,
  /** Whether it was come back to, or gone forward to, by the browser's own buttons. */
  isReturn: false,
  /** By what it was opened from there: whoever came by the keyboard finds the focus where it was on going back. */
  openedBy: undefined as 'keyboard' | 'pointer' | undefined,
  /** The size of the video that this page is about, where whoever opened it knew, pixels. */
  size: undefined as Size | undefined,
});
