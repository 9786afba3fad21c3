/** An article of the guides or release notes, as in lists. */
export interface Article {
  section: 'blog' | 'guides';
  /** Path of its page. */
  path: string;
  title: string;
  /** YYYY-MM-DD. */
  date: string;
  summary: string;
  /** URL of its image. */
  picture: string;
  /** URL of its text as HTML. */
  text: string;
}

/** All articles, newest first. Empty here: the build generates them from the Markdown files in this folder. */
export const articles: readonly Article[] = [];
