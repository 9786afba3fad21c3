/** An article of the guides or of the release notes, as lists show it. */
export interface Article {
  section: 'blog' | 'guides';
  /** Its address. */
  path: string;
  title: string;
  /** YYYY-MM-DD. */
  date: string;
  summary: string;
  /** Address of its picture. */
  picture: string;
  /** Address of its text as HTML. */
  text: string;
}

/** All articles, the newest first. Empty here: the build makes them of the Markdown files beside this one. */
export const articles: readonly Article[] = [];
