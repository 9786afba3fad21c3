import type { Page } from 'playwright';

/** Goes to another page of the product as a link does: what is loaded stays, where `page.goto` would load all anew. @returns when, by the page's clock. */
export function goTo(page: Page, path: string): Promise<number> {
  return page.evaluate((to) => {
    history.pushState(null, '', to);
    return performance.now();
  }, path);
}
