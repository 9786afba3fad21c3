import { pageMessages } from './pageMessages.ts';

/** A problem in a project, a request or a settings object. */
export interface Problem {
  /** Stable code, such as `range` or `trim.order`. */
  code: ProblemCode;
  /** JSON pointer (RFC 6901) into the parsed value; '' is the root. */
  pointer: string;
  /** One plain sentence for display. */
  message: string;
}

/** All codes of problems, with their meaning. */
export const problemCodes = {
  'file.unreadable': 'a project file cannot be read',
  'json.syntax': 'the text is not JSON',
  'json.size': 'the text is too large',
  'json.depth': 'values are nested too deeply',
  'json.key': 'a key that could alter objects (__proto__, constructor, prototype)',
  required: 'a value is missing',
  type: 'a value has the wrong type',
  choice: 'a value is not among the allowed ones',
  range: 'a number, text or list is outside its limits',
  format: 'a text has the wrong format',
  'anchor.missing': 'a layer of the project follows a scene that does not exist',
  'id.duplicate': 'two scenes, two layers or two subtitles of a layer share an id',
  'trim.order': 'a trim ends before it starts',
  'time.order': 'a layer or a subtitle ends before it starts, or keyframes are out of order',
  'trim.short': 'a trimmed span is under a second',
  'duration.video': 'a video is over the limit',
  'duration.gif': 'a GIF is over the limit',
  'duration.source': 'a source video is over the limit',
  'duration.loop': 'a looped video is over the limit',
  'duration.stopMotion': 'a stop-motion video is over the limit',
  'media.missing': 'a media file does not exist',
  'media.unreadable': 'a media file cannot be decoded',
  'media.changed': 'a media file changed while it was read',
  'media.kind': 'a media file is of a different kind than its layer',
  'media.refused': 'a media reference is not allowed here',
  'media.link': 'the target of a link cannot be used',
  'media.outside': "a media file is outside the project's folder and is not allowed",
  'codec.missing': 'the installed ffmpeg has no encoder for the chosen codec',
  'output.refused': 'a result cannot be written to the requested path',
  'render.memory': 'a render needs more memory than the machine has',
  'render.stalled': 'a render makes no progress for five minutes',
  'render.planning': 'planning a render takes too long or too much memory',
  'settings.invalid': 'tool settings that cannot be used together',
} as const;

/** Code of a problem. */
export type ProblemCode = keyof typeof problemCodes;

/** Thrown for invalid input; carries its problems. `message` is the sentence of the first one. */
export class ProblemError extends Error {
  constructor(
    readonly problems: readonly Problem[],
    options?: ErrorOptions,
  ) {
    super(problems[0]?.message ?? 'Invalid input.', options);
    this.name = 'ProblemError';
  }
}

/** Creates a Problem. @param path keys and indices from the root, in order. */
export function problem(code: ProblemCode, path: readonly PropertyKey[], message: string): Problem {
  return { code, pointer: pointerOf(path), message };
}

/** Returns the problem of a project over `MAX_PROJECT_BYTES`. */
export function projectTooLarge(): Problem {
  return problem('json.size', [], pageMessages.projectTooLarge);
}

/** Returns the JSON pointer (RFC 6901) of a path. */
export function pointerOf(path: readonly PropertyKey[]): string {
  return path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** Returns the keys of a JSON pointer (RFC 6901); empty without a slash. */
export function stepsOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}
