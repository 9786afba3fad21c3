import type * as z from 'zod';
import type { MediaFacts } from '../project/media.ts';
import type { Parsed } from '../project/parse.ts';
import type { Project } from '../project/project.ts';
import type { Peaks } from '../timeline/peaks.ts';
import type { ClipSettings } from './clipFields.ts';

/** A file that a tool works on: how the project names it, and what was measured of it. */
export interface SourceMedia extends MediaFacts {
  url: string;
  /** What was chosen for this one alone, where a tool takes several. */
  clip?: ClipSettings;
  /** How loud it is over its time; absent: not measured, or it has no sound. */
  peaks?: Peaks;
}

/** What a source can be; animation: a picture that moves, such as a GIF. */
export type SourceKind = 'video' | 'animation' | 'image' | 'audio';

/** Which files a tool works on. */
export interface Inputs {
  /** How many at least and at most. */
  min: number;
  max: number;
  kinds: readonly SourceKind[];
  /** Keys of a body that may name it, the usual one first. Default: sourceVideo, or clips where there may be several. */
  keys?: readonly string[];
  /** What is said where it is not given. Default: that it must be. */
  missing?: string;
}

/** Another way of writing a tool's body. */
export interface BodySpelling {
  /** A body by the tool's own fields; one that is written so already comes back as it is. */
  read(body: Readonly<Record<string, unknown>>): Record<string, unknown>;
  /** A body by the tool's own fields as requests write it. */
  write(body: Readonly<Record<string, unknown>>): Record<string, unknown>;
  /** Tells where in a body that was read something of its fields stands. Both are JSON pointers. */
  pointersIn(body: Readonly<Record<string, unknown>>): (pointer: string) => string;
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
  /** Its page; a body may name the tool by it, as `editorPath`. */
  route: string;
  /** What the tool does, one sentence. */
  summary: string;
  /** The files that it works on. A body names one as `sourceVideo`, several as `clips`. */
  inputs: Inputs;
  /** One more file of another kind, such as the sound that is added. */
  beside?: Inputs;
  /** Its fields with defaults, limits and words (see `field`), under the names of the createVideo body. */
  settings: S;
  /** Fields of every tool that mean nothing to this one, or that its own settings stand for. */
  without?: readonly string[];
  /**
   * The settings that the name of the result asks for where they are not given, such as a format of a tool that has its own.
   * @param ending of the name, without its dot. @param facts of the sources. @returns none for an ending that it does not know.
   */
  named?: (ending: string, facts: readonly MediaFacts[]) => Partial<z.input<S>>;
  /** The flags by which a createVideo body names it: any of them being true is enough. */
  flags: readonly string[];
  /** What its bodies say beside, always the same. */
  says?: Readonly<Record<string, unknown>>;
  /** Whether `compile` is to know how loud the sources are, by their `peaks`. @param settings of a body, not checked yet. */
  listens?: (settings: Readonly<Record<string, unknown>>) => boolean;
  /** How requests write its body otherwise than by the names of its fields; absent: as they are. */
  spelling?: BodySpelling;
  /**
   * Turns checked settings and measured sources into a project.
   * @param sources as many, and of such kinds, as `inputs` says.
   * @param beside the file of `beside`; undefined where it may be left out and is.
   * @returns the problems of settings that do not go with each other or with the sources; pointers into the settings.
   */
  compile(settings: z.output<S>, sources: readonly SourceMedia[], beside?: SourceMedia): Parsed<Project>;
}
