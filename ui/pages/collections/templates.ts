/** A ready-made project, as its card shows it. */
export interface Template {
  id: string;
  name: string;
  /** One sentence: what it shows and what for. */
  about: string;
  /** Pixels. */
  width: number;
  height: number;
  /** Seconds. */
  length: number;
  /** The names of what it asks for. */
  fields: readonly string[];
  /** Address of its picture. */
  picture: string;
}

/** Templates of one theme. */
export interface Collection {
  /** As it stands in the address. */
  id: string;
  title: string;
  templates: Template[];
}

/** The ready-made projects by theme. Empty here: the build reads them where they are made, and renders their pictures. */
export const collections: readonly Collection[] = [];
