import * as z from 'zod';
import { project } from './project.ts';

/** JSON Schema (2020-12) of a project file, made from the schema that parseProject checks with. */
export function projectJsonSchema(): Record<string, unknown> {
  return {
    ...z.toJSONSchema(project, { io: 'input', unrepresentable: 'any' }),
    title: 'Cutroom project',
  };
}
