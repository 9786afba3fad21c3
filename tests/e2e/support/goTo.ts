import type { Page } from 'playwright';

/** Goes to another page of the product as a link does: what is loaded stays, where `page.goto` would load all anew. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), path);
}
