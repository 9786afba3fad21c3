import * as z from 'zod';
import { misspelledFields, misspelledInProject } from '../project/misspelledFields.ts';
import { commonFieldsOf, toolOfBody } from './body.ts';
import { inputsOf } from './inputs.ts';
import type { Tool } from './tool.ts';

/** Fields of every editor request besides the settings. */
const unreportedFields = [
  'creator',
  'dimensions',
  'duration',
  'isGif',
  'isGIF',
  'isImage',
  'isMaker',
  'isStudio',
  'maker',
];

/** Returns notes on fields of a createVideo request that are ignored because they look like a misspelled name. */
export function bodyNotes(body: Readonly<Record<string, unknown>>): string[] {
  const tool = toolOfBody(body);
  if (Array.isArray(body.scenes) && (body.isStudio === true || !tool)) return misspelledInProject(body);
  // A request with its own spelling is not checked, because `spelling` reads it.
  return tool && !tool.spelling ? misspelledFields(bodyShape(tool), body) : [];
}

/** Returns a schema with all names that a request of a tool may have. */
function bodyShape(tool: Tool): z.ZodObject {
  const any = z.unknown();
  const files = inputsOf(tool).flatMap(({ keys = [] }) => keys);
  const names = ['sourceVideo', 'clips', 'watermark', ...unreportedFields, ...files, ...tool.flags];
  const others = Object.fromEntries(names.map((name) => [name, any]));
  return z.object({ ...others, ...commonFieldsOf(tool).shape, ...tool.settings.shape });
}
