import * as z from 'zod';
import { project } from './project.ts';

/** Returns the JSON Schema (2020-12) of a project file, generated from the schema of parseProject. */
export function projectJsonSchema(): Record<string, unknown> {
  return {
    ...z.toJSONSchema(project, { io: 'input', unrepresentable: 'any' }),
    title: 'Cutroom project',
  };
}
