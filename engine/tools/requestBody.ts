import * as z from 'zod';
import { watermarkFields } from '../project/watermarkFields.ts';
import { inputsOf, keyOf } from './inputs.ts';
import type { SourceMedia, Tool } from './tool.ts';

/** What a createVideo body of a tool is made of. */
export interface ToolRequest {
  /** Under the names of the tool's fields and of the fields of every tool. */
  settings: Record<string, unknown>;
  /** The files: each its address, or an object with it as `url` and what was chosen for it alone. */
  files: readonly unknown[];
  /** The file beside them. */
  beside?: unknown;
  /** Id of the account that is signed in; '' or absent: none. */
  creator?: string;
  /** What was measured of the first file, where that is known. */
  facts?: Omit<SourceMedia, 'url' | 'clip'> | undefined;
}

/** The watermark fields of a body that has no watermark. */
const noWatermark = { ...z.object(watermarkFields).parse({}), watermarkImg: null };

/**
 * The createVideo body that asks for a tool's work. Beside the settings it says what every request of an editor says:
 * what its first file is, whether a span is chosen, whether there is a watermark, who is signed in, and that its work is
 * about to begin. The tool is named by its flags; `editorPath` is the specification's default.
 */
export function requestBody(
  tool: Tool,
  { settings, files, beside, facts, creator = '' }: ToolRequest,
): Record<string, unknown> {
  const [own, other] = inputsOf(tool);
  return {
    ...{ editorPath: '/', progressText: 'Loading ...', done: false, submittedAt: new Date().toISOString() },
    ...(creator === '' ? {} : { creator }),
    ...(hasNoWatermark(tool, settings) ? noWatermark : { watermark: false }),
    ...(facts ? factsOf(facts) : {}),
    ...tool.says,
    ...trimmedFlags(tool, settings),
    ...settings,
    ...Object.fromEntries(tool.flags.map((flag) => [flag, true])),
    ...(own && own.max > 1 ? { [keyOf(own)]: files } : own && files.length > 0 ? { [keyOf(own)]: files[0] } : {}),
    ...(other && beside !== undefined ? { [keyOf(other)]: beside } : {}),
  };
}

/** Whether a tool could have a watermark and its settings do not mention one. */
function hasNoWatermark({ without = [] }: Tool, settings: Record<string, unknown>): boolean {
  return !without.includes('withCustomWatermark') && !Object.keys(noWatermark).some((name) => isGiven(settings[name]));
}

function factsOf({ width, height, duration, kind, animated }: NonNullable<ToolRequest['facts']>) {
  return { dimensions: { width, height }, duration, isGif: animated, isImage: kind === 'image' && !animated };
}

/** Whether the spans count that a tool's body may carry: they do when a time is given. */
function trimmedFlags({ settings: form }: Tool, settings: Record<string, unknown>): Record<string, boolean> {
  const spans = { isTrimmed: ['startTime', 'endTime'], audioIsTrimmed: ['audioTrimStartTime', 'audioTrimEndTime'] };
  const own = Object.entries(spans).filter(([flag]) => flag in form.shape);
  return Object.fromEntries(own.map(([flag, times]) => [flag, times.some((time) => isGiven(settings[time]))]));
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

/** A body as requests write it. @param body by the tool's own fields. */
export function writtenBody({ spelling }: Tool, body: Record<string, unknown>): Record<string, unknown> {
  return spelling?.write(body) ?? body;
}
