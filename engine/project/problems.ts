import { pageMessages } from './pageMessages.ts';

/** One thing that is wrong with a project, a request or a settings object. */
export interface Problem {
  /** Stable name of the kind of problem, such as `range` or `trim.order`. */
  code: ProblemCode;
  /** Where: a JSON pointer (RFC 6901) into what was parsed; '' is the whole. */
  pointer: string;
  /** What: one plain sentence for a person. */
  message: string;
}

/** Every code that a Problem can carry, with what it stands for. */
export const problemCodes = {
  'file.unreadable': 'a project file cannot be read',
  'json.syntax': 'the text is not JSON',
  'json.size': 'the text is larger than the cap',
  'json.depth': 'values are nested too deep',
  'json.key': 'a key that could alter objects (__proto__, constructor, prototype)',
  required: 'a value is missing',
  type: 'a value is of another type',
  choice: 'a value is none of the allowed ones',
  range: 'a number, text or list is outside its limits',
  format: 'a text is not of the expected form',
  'id.duplicate': 'two scenes, two layers or two subtitles of a layer share an id',
  'trim.order': 'a trim ends before it starts',
  'time.order': 'a layer or a subtitle ends before it starts, or keyframes are out of order',
  'trim.short': 'a trimmed span is under a second',
  'duration.video': 'a video is over the limit',
  'duration.gif': 'a GIF is over the limit',
  'duration.source': 'a source video is over the limit',
  'duration.loop': 'a looped video is over the limit',
  'duration.stopMotion': 'a stop-motion video is over the limit',
  'media.missing': 'a media file is not there',
  'media.unreadable': 'a media file cannot be decoded',
  'media.changed': 'a media file was written to while it was read',
  'media.kind': 'a media file is of another kind than its layer',
  'media.refused': 'a media reference is not allowed here',
  'media.link': 'a link leads to nothing that can be used',
  'media.outside': "a media file lies outside the project's folder and was not allowed",
  'output.refused': 'a result cannot be written where it was asked for',
  'render.memory': 'a render takes more memory than the machine has',
  'render.stalled': 'a render makes no progress for five minutes',
  'render.planning': 'planning a render takes too long or too much memory',
  'settings.invalid': 'tool settings that cannot be used together',
} as const;

/** Name of a kind of problem. */
export type ProblemCode = keyof typeof problemCodes;

/** Carries problems through code that cannot go on. `message` is the first one's sentence. */
export class ProblemError extends Error {
  constructor(
    readonly problems: readonly Problem[],
    options?: ErrorOptions,
  ) {
    super(problems[0]?.message ?? 'Invalid input.', options);
    this.name = 'ProblemError';
  }
}

/** A single Problem. @param path keys and indices from the root, in order. */
export function problem(code: ProblemCode, path: readonly PropertyKey[], message: string): Problem {
  return { code, pointer: pointerOf(path), message };
}

/** What is said of a project over `MAX_PROJECT_BYTES`. */
export function projectTooLarge(): Problem {
  return problem('json.size', [], pageMessages.projectTooLarge);
}

/** JSON pointer (RFC 6901) of a path of keys and indices. */
export function pointerOf(path: readonly PropertyKey[]): string {
  return path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** The keys of a JSON pointer (RFC 6901); none of one without a slash. */
export function stepsOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}
