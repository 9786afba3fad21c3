/** How often a sheet is asked for again while the server is away, milliseconds. */
const RETRY_MS = 2000;

const loading = new Map<string, Promise<void>>();

/**
 * Loads style sheets that are not there yet, each at its place in the cascade. The build has every part of the pages that
 * comes later wait for its own, so that nothing is shown without its looks. @throws Error when the server has one not.
 */
export async function loadSheets(sheets: readonly { order: number; href: string }[]): Promise<void> {
  await Promise.all(
    sheets.map(({ order, href }) => {
      const load = loading.get(href) ?? loadSheet(order, href);
      loading.set(href, load);
      return load;
    }),
  );
}

async function loadSheet(order: number, href: string): Promise<void> {
  while (!(await isLinked(order, href))) {
    const answer = await fetch(href).catch(() => undefined);
    if (answer && !answer.ok) throw new Error('Part of this page is missing on the server.');
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

/** Links a sheet. @returns whether it came; else it is taken away again. */
function isLinked(order: number, href: string): Promise<boolean> {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
  link.dataset.order = String(order);
  const later = [...document.head.querySelectorAll<HTMLElement>('link[data-order]')].find(
    ({ dataset }) => Number(dataset.order) > order,
  );
  return new Promise((resolve) => {
    link.onload = () => resolve(true);
    link.onerror = () => {
      link.remove();
      resolve(false);
    };
    document.head.insertBefore(link, later ?? null);
  });
}
