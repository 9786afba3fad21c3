/** Retry interval while the server is unreachable, in milliseconds. */
const RETRY_MS = 2000;

const loading = new Map<string, Promise<void>>();

/**
 * Loads missing stylesheets. The build makes every lazy part wait for its stylesheets, so that nothing is shown
 * unstyled. @throws Error if the server lacks one.
 */
export async function loadSheets(addresses: readonly string[]): Promise<void> {
  await Promise.all(
    addresses.map((href) => {
      const load = loading.get(href) ?? loadSheet(href);
      loading.set(href, load);
      return load;
    }),
  );
}

async function loadSheet(href: string): Promise<void> {
  while (!(await isLinked(href))) {
    const answer = await fetch(href).catch(() => undefined);
    if (answer && !answer.ok) throw new Error('Part of this page is missing on the server.');
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

/** Adds a stylesheet link. @returns whether it loaded; otherwise the link is removed. */
function isLinked(href: string): Promise<boolean> {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
  return new Promise((resolve) => {
    link.onload = () => resolve(true);
    link.onerror = () => {
      link.remove();
      resolve(false);
    };
    document.head.append(link);
  });
}
