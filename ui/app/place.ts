import { proxy, subscribe } from 'valtio/vanilla';
import type { Size } from '../../engine/layout/box.ts';
import { followPath } from '../client/page/notices.ts';
import type { ScreenId } from './screens.ts';

/** The current URL as data. Only ui/router.ts writes it, before navigation returns; everything else reads it here. */
export const place = proxy({
  /** Path as in the URL, still encoded. */
  path: '/',
  /** The query with its question mark; '' without one. */
  search: '',
  /** Fragment with its "#"; '' without one. */
  hash: '',
  /** Screen of the Studio; undefined on other pages, and for paths unknown to the Studio. */
  screen: undefined as ScreenId | undefined,
  /** Id of the layer in the URL. */
  layerId: undefined as string | undefined,
  /** Path that this one was opened from, which going back leads to; survives a reload. */
  from: undefined as string | undefined,
  /** Whether it was reached by the browser's back or forward button. */
  isReturn: false,
  /** Input device that opened it: with the keyboard, going back restores the focus. */
  openedBy: undefined as 'keyboard' | 'pointer' | undefined,
  /** Size of the page's video in pixels, if known where it was opened. */
  size: undefined as Size | undefined,
});

// At once, because a notice that is shown right after navigation belongs to the new path.
subscribe(place, () => followPath(place.path), true);
