import * as z from 'zod';
import { watermarkFields } from '../project/watermarkFields.ts';
import { inputsOf, keyOf } from './inputs.ts';
import type { SourceMedia, Tool } from './tool.ts';

/** Inputs of a tool's createVideo request. */
export interface ToolRequest {
  /** By the names of the tool's fields and the common fields. */
  settings: Record<string, unknown>;
  /** The files: each an address, or an object with the address as `url` and its own settings. */
  files: readonly unknown[];
  /** The additional file. */
  extra?: unknown;
  /** Account id of the signed-in user; '' or absent: none. */
  creator?: string;
  /** Facts of the first file, if known. */
  facts?: Omit<SourceMedia, 'url' | 'clip'> | undefined;
}

/** Watermark fields of a request without watermark. */
const noWatermark = { ...z.object(watermarkFields).parse({}), watermarkImg: null };

/**
 * Creates the createVideo request of a tool. Besides the settings it has the fields of every editor request: facts of
 * the first file, whether a span is chosen, whether there is a watermark, who is signed in, and the initial progress.
 * The tool is identified by its flags; `editorPath` is the specification's default.
 */
export function requestBody(
  tool: Tool,
  { settings, files, extra, facts, creator = '' }: ToolRequest,
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
    ...(other && extra !== undefined ? { [keyOf(other)]: extra } : {}),
  };
}

/** Returns whether a tool supports a watermark and its settings do not mention one. */
function hasNoWatermark({ without = [] }: Tool, settings: Record<string, unknown>): boolean {
  return (
    !without.includes('withCustomWatermark') && !Object.keys(noWatermark).some((name) => isPresent(settings[name]))
  );
}

function factsOf({ width, height, duration, kind, animated }: NonNullable<ToolRequest['facts']>) {
  return { dimensions: { width, height }, duration, isGif: animated, isImage: kind === 'image' && !animated };
}

/** Returns the flags that enable the spans of a request: true if it has one of their times. */
function trimmedFlags({ settings: form }: Tool, settings: Record<string, unknown>): Record<string, boolean> {
  const spans = { isTrimmed: ['startTime', 'endTime'], audioIsTrimmed: ['audioTrimStartTime', 'audioTrimEndTime'] };
  const own = Object.entries(spans).filter(([flag]) => flag in form.shape);
  return Object.fromEntries(own.map(([flag, times]) => [flag, times.some((time) => isPresent(settings[time]))]));
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

/** Converts a request to the form in which it is sent. @param body in the tool's own fields. */
export function writtenBody({ spelling }: Tool, body: Record<string, unknown>): Record<string, unknown> {
  return spelling?.write(body) ?? body;
}
