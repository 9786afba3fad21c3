import * as z from 'zod';
import { misspelledFields, misspelledInProject } from '../project/misspelledFields.ts';
import { commonFieldsOf, toolOfBody } from './body.ts';
import { inputsOf } from './inputs.ts';
import type { Tool } from './tool.ts';

/** What every request of an editor says beside the settings. */
const beside = ['creator', 'dimensions', 'duration', 'isGif', 'isGIF', 'isImage', 'isMaker', 'isStudio', 'maker'];

/** Notes on fields of a createVideo body that are ignored because they look like a misspelled name. */
export function bodyNotes(body: Readonly<Record<string, unknown>>): string[] {
  const tool = toolOfBody(body);
  if (Array.isArray(body.scenes) && (body.isStudio === true || !tool)) return misspelledInProject(body);
  // Bodies with a spelling of their own are read by it.
  return tool && !tool.spelling ? misspelledFields(bodyShape(tool), body) : [];
}

/** All names that a body of a tool may have. */
function bodyShape(tool: Tool): z.ZodObject {
  const any = z.unknown();
  const files = inputsOf(tool).flatMap(({ keys = [] }) => keys);
  const names = ['sourceVideo', 'clips', 'watermark', ...beside, ...files, ...tool.flags];
  const others = Object.fromEntries(names.map((name) => [name, any]));
  return z.object({ ...others, ...commonFieldsOf(tool).shape, ...tool.settings.shape });
}
