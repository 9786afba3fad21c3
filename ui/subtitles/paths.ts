import { navigate } from 'wouter/use-browser-location';
import type { SubtitleScreen } from '../../engine/tools/subtitleScreens.ts';
import { place } from '../state/place.ts';

/** Where the page of subtitles stands, its screen left out: it has two addresses. Any other path as it is. */
export function pageOf(path: string): string {
  return /^(?:\/editor)?\/subtitles(?=\/|$)/.exec(path)?.[0] ?? path;
}

/** Opens a screen over the page; closing it goes back. */
export function openScreen(screen: SubtitleScreen): void {
  navigate(`${pageOf(place.path)}/${screen}`, { state: { from: place.path } });
}

/** Closes a screen, where it is still the one that is open. */
export function endScreen(screen: SubtitleScreen): void {
  const page = pageOf(place.path);
  if (page !== place.path && place.path === `${page}/${screen}`) closeScreen();
}

/** Closes the screen that is open: back to where it was opened, or, when it was opened by its address, to the page. */
export function closeScreen(): void {
  if (place.from === undefined) navigate(pageOf(place.path), { replace: true });
  else history.back();
}
