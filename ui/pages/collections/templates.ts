/** A ready-made project, as its card shows it. */
export interface Template {
  id: string;
  name: string;
  /** One sentence about its content and purpose. */
  about: string;
  /** In pixels. */
  width: number;
  height: number;
  /** In seconds. */
  length: number;
  /** Names of the fields to fill in. */
  fields: readonly string[];
  /** URL of its image. */
  picture: string;
}

/** Templates of one theme. */
export interface Collection {
  /** Id in the URL. */
  id: string;
  title: string;
  templates: Template[];
}

/** Ready-made projects by theme. Empty here: the build reads them from their sources and renders their images. */
export const collections: readonly Collection[] = [];
