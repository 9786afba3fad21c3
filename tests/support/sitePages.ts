import { pages } from '../../ui/components/pages.ts';
import { catalogue } from '../../ui/tools/catalogue.data.ts';

/** Paths of all pages but those of one video: the site's, the tools', those of accounts, and the Studio. */
export const sitePages: readonly string[] = [
  '/',
  ...pages.map(([path]) => path),
  ...['/resources/first-video', '/blog/collections'],
  ...['/reference', '/reference/project', '/reference/cli', '/reference/api'],
  ...['/sign-in', '/sign-up', '/forgot-password', '/my', '/404'],
  ...catalogue.map(({ route }) => route),
];
