import type { Command } from 'commander';
import { projectJsonSchema } from '../../engine/project/jsonSchema.ts';
import { type Context, setAction } from '../context.ts';
import { exitCodes } from '../output.ts';

/** Adds `cutroom schema`. */
export function addSchema(program: Command, context: Context): void {
  const command = program.command('schema').description('Prints the JSON Schema of project files, for editors.');
  setAction(context, command, async (_args, { output }) => {
    const schema = projectJsonSchema();
    output.line(JSON.stringify(schema, null, 2));
    output.data(schema);
    return exitCodes.good;
  });
}
