/** Retry interval while the server is unreachable, in milliseconds. */
const RETRY_MS = 2000;

const loading = new Map<string, Promise<void>>();

/**
 * Loads the missing stylesheets of a lazy part together with the part, so that nothing is shown unstyled. The build
 * wraps each import() in it.
 * @throws Error if the server lacks one, or the part's error.
 */
export async function withSheets<T>(part: Promise<T>, addresses: readonly string[]): Promise<T> {
  const [value] = await Promise.all([part, ...addresses.map(loadOnce)]);
  return value;
}

function loadOnce(href: string): Promise<void> {
  const load = loading.get(href) ?? loadSheet(href);
  loading.set(href, load);
  load.catch(() => loading.delete(href));
  return load;
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
