import type * as z from 'zod';
import type { MediaFacts } from '../project/media.ts';
import type { Parsed } from '../project/parse.ts';
import type { Project } from '../project/project.ts';
import type { Peaks } from '../timeline/peaks.ts';
import type { ClipSettings } from './clipFields.ts';

/** A source file of a tool: its address and its measured facts. */
export interface SourceMedia extends MediaFacts {
  url: string;
  /** Its own settings, if the tool accepts several files. */
  clip?: ClipSettings;
  /** Its peaks; absent: not measured, or it has no audio. */
  peaks?: Peaks;
}

/** Kinds of sources; animation: an animated image, such as a GIF. */
export type SourceKind = 'video' | 'animation' | 'image' | 'audio';

/** The files that a tool accepts. */
export interface Inputs {
  /** Smallest and largest number. */
  min: number;
  max: number;
  kinds: readonly SourceKind[];
  /** Keys of a request that may name it, the default first. Default: sourceVideo, or clips if there may be several. */
  keys?: readonly string[];
  /** Message if it is missing. Default: that it is required. */
  missing?: string;
}

/** Another format of a tool's request. */
export interface BodySpelling {
  /** Converts a request to the tool's own fields; returns one that already uses them unchanged. */
  read(body: Readonly<Record<string, unknown>>): Record<string, unknown>;
  /** Converts a request from the tool's own fields to the sent format. */
  write(body: Readonly<Record<string, unknown>>): Record<string, unknown>;
  /** Maps JSON pointers into the tool's own fields to pointers into the request as sent. */
  pointersIn(body: Readonly<Record<string, unknown>>): (pointer: string) => string;
}

/**
 * A single-purpose tool: a small form and a pure function that turns it into a project. Page, HTTP API and command line
 * read the same description, so a new tool is a file and a line in index.ts.
 */
export interface Tool<S extends z.ZodObject = z.ZodObject> {
  /** Name on the command line, such as "trim". */
  id: string;
  /** Display name, such as "Trim video". */
  title: string;
  /** Route of its page; a request may name the tool by it, as `editorPath`. */
  route: string;
  /** What the tool does, in one sentence. */
  summary: string;
  /** The files that it works on. A request names one as `sourceVideo`, several as `clips`. */
  inputs: Inputs;
  /** An additional file of another kind, such as audio to add. */
  extra?: Inputs;
  /** Its fields with defaults, limits and texts (see `field`), under their names in the createVideo request. */
  settings: S;
  /** Common fields that do not apply to this tool, or that its own settings replace. */
  without?: readonly string[];
  /**
   * Returns the default settings that a result's file name implies, such as a tool's own format.
   * @param ending extension without a dot.
   * @param facts of the sources.
   * @returns no settings for an unknown extension.
   */
  named?: (ending: string, facts: readonly MediaFacts[]) => Partial<z.input<S>>;
  /** Flags that identify the tool in a createVideo request; one that is true is enough. */
  flags: readonly string[];
  /** Constant additional fields of its requests. */
  says?: Readonly<Record<string, unknown>>;
  /** Whether `compile` needs the `peaks` of the sources. @param settings of a request, not validated yet. */
  listens?: (settings: Readonly<Record<string, unknown>>) => boolean;
  /** Another format of its requests; absent: its own fields. */
  spelling?: BodySpelling;
  /**
   * Compiles validated settings and measured sources to a project.
   * @param sources in number and kinds as in `inputs`.
   * @param extra the additional file; undefined if it is optional and missing.
   * @returns problems of settings that conflict with each other or with the sources; pointers into the settings.
   */
  compile(settings: z.output<S>, sources: readonly SourceMedia[], extra?: SourceMedia): Parsed<Project>;
}
