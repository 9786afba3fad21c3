import { tools } from '../../engine/tools/index.ts';
import { subtitleScreens } from '../../engine/tools/subtitleScreens.ts';
import { subtitles } from '../../engine/tools/subtitles.ts';

/** Metadata of a page of the web application, for the tab, search engines and link previews. */
export interface PageHead {
  /** '' for the product name alone. */
  title: string;
  /** One or two sentences. */
  description: string;
}

const about =
  'Cutroom creates videos, GIFs and images on your own server: a Studio for whole projects, and a tool for each task.';

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

/** The subtitle page has two routes, each with its screens below. */
const ofSubtitles = new RegExp(`^(?:/editor)?${subtitles.route}(?:/(?:${Object.keys(subtitleScreens).join('|')}))?$`);

/** Returns the page at a path; undefined if there is none. @param path of the URL, without the query. */
export function pageAt(path: string): PageHead | undefined {
  const plain = path.replace(/(.)\/$/, '$1');
  if (Object.hasOwn(pages, plain)) return pages[plain];
  if (ofSubtitles.test(plain)) return { title: subtitles.title, description: subtitles.summary };
  if (/^\/studio(\/|$)/.test(plain))
    return { title: 'Studio', description: 'Build scenes from text, images, videos and audio in the browser.' };
  return /^\/videos\/[^/]+$/.test(plain) ? { title: 'Video', description: about } : undefined;
}
