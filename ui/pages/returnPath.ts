import { screenAt } from '../studio/screens.ts';

/**
 * Where to go once a trim is done.
 * @param search the query of the page, with or without its question mark. @param origin of this site.
 * @returns undefined without an `editorPath`, and for one that is no page of this site, so that nobody is led elsewhere.
 */
export function returnPathOf(search: string, origin: string): string | undefined {
  const given = new URLSearchParams(search).get('editorPath') ?? '';
  // Browsers read "//other.site" and "/\other.site" as addresses of other sites.
  if (!/^\/(?![/\\])[^\\\s]*$/.test(given)) return undefined;
  const address = URL.canParse(given, origin) ? new URL(given, origin) : undefined;
  if (address?.origin !== origin) return undefined;
  const { pathname, search: query, hash } = address;
  return isPage(pathname) ? pathname + query + hash : undefined;
}

function isPage(pathname: string): boolean {
  return pathname === '/' || /^\/videos\/[\w-]+$/.test(pathname) || screenAt(pathname) !== undefined;
}
