import { jsonSchemaTransform, type jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { projectJsonSchema } from '../../engine/project/jsonSchema.ts';
import { commonFieldsOf } from '../../engine/tools/body.ts';
import { clipFields } from '../../engine/tools/clipFields.ts';
import { formSchema } from '../../engine/tools/field.ts';
import { tools } from '../../engine/tools/index.ts';
import { inputsOf, keyOf } from '../../engine/tools/inputs.ts';
import type { Tool } from '../../engine/tools/tool.ts';

const prefix = '#/components/schemas/';
const toolName = (id: string) => `Tool-${id}`;

/** Adds to the description what no route's own schema holds. It is asked for seldom, so no start waits for it. */
export const describeAll: typeof jsonSchemaTransformObject = (document) => {
  if (!('openapiObject' in document)) return document.swaggerObject;
  const { openapiObject } = document;
  const schemas = { ...openapiObject.components?.schemas, ...describedSchemas() };
  return Object.assign(openapiObject, { components: { ...openapiObject.components, schemas } });
};

/** The project file, and each tool's settings. */
function describedSchemas(): Record<string, object> {
  const { $schema: _, ...project } = projectJsonSchema();
  const ofTools = tools.map((tool) => {
    const { $schema: __, ...schema } = formSchema(
      z.object({ ...tool.settings.shape, ...commonFieldsOf(tool).shape, ...sourceShape(tool) }),
    );
    const flags = tool.flags.map((flag) => `${flag}: true`).join(' or ');
    return [
      toolName(tool.id),
      { ...schema, title: tool.title, description: `${tool.summary} Named by ${flags}.` },
    ] as const;
  });
  return { Project: project, ...Object.fromEntries(ofTools) };
}

/** One source is named as `sourceVideo`, several as `clips`, others by keys of their own. */
function sourceShape(tool: Tool): z.ZodRawShape {
  const media = z.union([z.string(), z.looseObject({ url: z.string() })]);
  const clip = z.union([z.string(), z.looseObject({ url: z.string(), ...clipFields.shape })]);
  const shapes = inputsOf(tool).flatMap((inputs) => {
    const { min, max } = inputs;
    if (max === 0) return [];
    return [[keyOf(inputs), max > 1 ? z.array(clip).min(min).max(max) : min > 0 ? media : media.optional()] as const];
  });
  return Object.fromEntries(shapes);
}

/** Turns routes into their description. The body of createVideo is checked by the engine, so its description comes from there. */
export const describeRoute: typeof jsonSchemaTransform = (route) => {
  const described = jsonSchemaTransform(route);
  if (!route.url.endsWith('/videos/createVideo')) return described;
  const studio = {
    title: 'Studio project',
    allOf: [
      { $ref: `${prefix}Project` },
      { type: 'object', properties: { isStudio: { const: true } }, required: ['isStudio'] },
    ],
  };
  const body = { anyOf: [studio, ...tools.map(({ id }) => ({ $ref: `${prefix}${toolName(id)}` }))] };
  return { ...described, schema: { ...described.schema, body } as typeof described.schema };
};
