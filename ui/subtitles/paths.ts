import { navigate } from 'wouter/use-browser-location';
import type { SubtitleScreen } from '../../engine/tools/subtitleScreens.ts';
import { place } from '../app/place.ts';

/** Returns the path of the subtitle page without its screen (the page has two URLs). Other paths are unchanged. */
export function pageOf(path: string): string {
  return /^(?:\/editor)?\/subtitles(?=\/|$)/.exec(path)?.[0] ?? path;
}

/** Opens a screen over the page; closing it navigates back. */
export function openScreen(screen: SubtitleScreen): void {
  navigate(`${pageOf(place.path)}/${screen}`, { state: { from: place.path } });
}

/** Closes a screen if it is still open. */
export function endScreen(screen: SubtitleScreen): void {
  const page = pageOf(place.path);
  if (page !== place.path && place.path === `${page}/${screen}`) closeScreen();
}

/** Closes the open screen: goes back, or to the page if the screen was opened by its URL. */
export function closeScreen(): void {
  if (place.from === undefined) navigate(pageOf(place.path), { replace: true });
  else history.back();
}
