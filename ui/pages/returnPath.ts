import { screenAt } from '../studio/screens.ts';

/**
 * Returns the page to navigate to after a trim.
 * @param search query of the page, with or without its question mark. @param origin of this site.
 * @returns undefined without an `editorPath`, and if it is not a page of this site, to prevent open redirects.
 */
export function returnPathOf(search: string, origin: string): string | undefined {
  const given = new URLSearchParams(search).get('editorPath') ?? '';
  // Browsers treat "//other.site" and "/\other.site" as URLs of other sites.
  if (!/^\/(?![/\\])[^\\\s]*$/.test(given)) return undefined;
  const address = URL.canParse(given, origin) ? new URL(given, origin) : undefined;
  if (address?.origin !== origin) return undefined;
  const { pathname, search: query, hash } = address;
  return isPage(pathname) ? pathname + query + hash : undefined;
}

function isPage(pathname: string): boolean {
  return pathname === '/' || /^\/videos\/[\w-]+$/.test(pathname) || screenAt(pathname) !== undefined;
}
