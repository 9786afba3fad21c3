import { pages } from '../../ui/shell/pages.ts';
import { catalogue } from '../../ui/tools/catalogue.data.ts';

/**
 * Paths of all pages except the Studio and single videos: of the site, the tools and accounts. The Studio's screens
 * have their own tests.
 */
export const sitePages: readonly string[] = [
  '/',
  ...pages.map(([path]) => path),
  ...['/resources/first-video', '/blog/collections'],
  ...['/reference', '/reference/project', '/reference/cli', '/reference/api'],
  ...['/sign-in', '/sign-up', '/forgot-password', '/my', '/404'],
  ...catalogue.map(({ route }) => route),
  '/operator',
];
