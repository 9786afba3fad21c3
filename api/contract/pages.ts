import { tools } from '../../engine/tools/index.ts';
import { subtitleScreens } from '../../engine/tools/subtitleScreens.ts';
import { subtitles } from '../../engine/tools/subtitles.ts';

/** What a page of the web application is, for the tab, for search engines and for links that are shared. */
export interface PageHead {
  /** '' for the product's name alone. */
  title: string;
  /** One sentence or two. */
  description: string;
}

const about =
  'Cutroom creates videos, GIFs and images on your own server: a Studio for whole projects, and a tool for every single job.';

const pages: Readonly<Record<string, PageHead>> = {
  '/': { title: '', description: about },
  '/products': {
    title: 'Products',
    description: 'Every tool of Cutroom: trim, resize, loop, memes, slideshows and more.',
  },
  '/collections': {
    title: 'Collections',
    description: 'Ready-made projects by theme, with places for your words and images.',
  },
  '/resources': {
    title: 'Resources',
    description: 'Guides, keyboard shortcuts, and the reference for project files, tools and requests.',
  },
  '/blog': { title: 'Blog', description: 'What is new in Cutroom.' },
  '/editor/trimmer': { title: 'Trim audio', description: 'Choose the part of the audio that a project plays.' },
  '/sign-in': { title: 'Sign in', description: about },
  '/sign-up': { title: 'Create an account', description: about },
  '/forgot-password': { title: 'Forgot your password?', description: about },
  '/reset-password': { title: 'Choose a new password', description: about },
  '/confirm-email': { title: 'Confirm your email address', description: about },
  '/my': { title: 'My account', description: about },
  '/operator': { title: 'Operator', description: about },
  ...Object.fromEntries(tools.map(({ route, title, summary }) => [route, { title, description: summary }])),
};

/** The page of subtitles stands at two addresses, its screens below either. */
const ofSubtitles = new RegExp(`^(?:/editor)?${subtitles.route}(?:/(?:${Object.keys(subtitleScreens).join('|')}))?$`);

/** The page at a path; undefined where there is none. @param path as the address line has it, without its query. */
export function pageAt(path: string): PageHead | undefined {
  const plain = path.replace(/(.)\/$/, '$1');
  if (Object.hasOwn(pages, plain)) return pages[plain];
  if (ofSubtitles.test(plain)) return { title: subtitles.title, description: subtitles.summary };
  if (/^\/studio(\/|$)/.test(plain))
    return { title: 'Studio', description: 'Build scenes from text, images, videos and audio in the browser.' };
  return /^\/videos\/[^/]+$/.test(plain) ? { title: 'Video', description: about } : undefined;
}
