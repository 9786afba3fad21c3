import { pages } from '../../ui/components/pages.ts';
import { catalogue } from '../../ui/tools/catalogue.data.ts';

/** Paths of all pages but the Studio's, whose screens have tests of their own, and those of one video: the site's, the tools', and those of accounts. */
export const sitePages: readonly string[] = [
  '/',
  ...pages.map(([path]) => path),
  ...['/resources/first-video', '/blog/collections'],
  ...['/reference', '/reference/project', '/reference/cli', '/reference/api'],
  ...['/sign-in', '/sign-up', '/forgot-password', '/my', '/404'],
  ...catalogue.map(({ route }) => route),
  '/operator',
];
