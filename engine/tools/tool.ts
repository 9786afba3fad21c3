import type * as z from 'zod';
import type { MediaFacts } from '../project/media.ts';
import type { Parsed } from '../project/parse.ts';
import type { Project } from '../project/project.ts';

/** The file that a tool works on: how the project names it, and what was measured of it. */
export interface SourceMedia extends MediaFacts {
  url: string;
}

/**
 * A single-purpose tool: a small form and a pure function that turns it into a project. Everything that runs a tool
 * (page, HTTP, command line) reads the same description, so a new tool is a file and a line in index.ts.
 */
export interface Tool<S extends z.ZodObject = z.ZodObject> {
  /** Name on the command line, such as "trim". */
  id: string;
  /** Name for a person, such as "Trim video". */
  title: string;
  /** Its page (tools spec §2), which is also the editorPath of its bodies. */
  route: string;
  /** What the tool does, one sentence. */
  summary: string;
  /** Its fields with defaults, limits and descriptions, under the names of the createVideo body (tools spec §3, §7). */
  settings: S;
  /** The flags by which a createVideo body names it: any of them being true is enough. */
  flags: readonly string[];
  /**
   * Turns checked settings and a measured source into a project.
   * @returns the problems of settings that do not go with each other or with the source; pointers into the settings.
   */
  compile(settings: z.output<S>, source: SourceMedia): Parsed<Project>;
}
