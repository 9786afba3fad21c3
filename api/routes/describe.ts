import { jsonSchemaTransform, type jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { projectJsonSchema } from '../../engine/project/jsonSchema.ts';
import { commonFieldsOf } from '../../engine/tools/body.ts';
import { clipFields } from '../../engine/tools/clipFields.ts';
import { formSchema } from '../../engine/tools/field.ts';
import { tools } from '../../engine/tools/index.ts';
import { inputsOf, keyOf } from '../../engine/tools/inputs.ts';
import type { Tool } from '../../engine/tools/tool.ts';
import { createVideoBody } from '../contract/video.ts';
import { webhookHeaders } from '../contract/webhook.ts';
import { webhookEvent } from '../contract/webhookEvent.ts';

const prefix = '#/components/schemas/';
const toolName = (id: string) => `Tool-${id}`;

/** Adds schemas and webhooks that no route declares. Computed on the first request, to keep startup fast. */
export const describeAll: typeof jsonSchemaTransformObject = (document) => {
  if (!('openapiObject' in document)) return document.swaggerObject;
  const { openapiObject } = document;
  const schemas = { ...openapiObject.components?.schemas, ...describedSchemas() };
  const components = { ...openapiObject.components, schemas };
  return Object.assign(openapiObject, { components, webhooks: describedWebhooks() });
};

/** Describes the calls to the `webhookUrl` of a request. */
function describedWebhooks() {
  const { $schema: _, ...schema } = z.toJSONSchema(webhookEvent);
  const parameters = Object.values(webhookHeaders).map((name) => ({
    ...{ name, in: 'header', required: true, schema: { type: 'string' } },
    description: 'As the Standard Webhooks specification has it.',
  }));
  const post = {
    summary: 'The end of a video: it is done, it failed, or it was cancelled',
    parameters,
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: {
      '2XX': { description: 'It was taken.' },
      '410': { description: 'It is not sent again.' },
      default: { description: 'It is sent again later.' },
    },
  };
  return { videoEnded: { post } };
}

/** Schemas of the project file and of each tool's settings. */
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

/** A single source is `sourceVideo`, several are `clips`; others have their own keys. */
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

/** Describes a route. The engine validates the body of createVideo, so its schema comes from there. */
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
  const webhookUrl = z.toJSONSchema(createVideoBody).properties?.webhookUrl ?? {};
  const body = {
    anyOf: [studio, ...tools.map(({ id }) => ({ $ref: `${prefix}${toolName(id)}` }))],
    type: 'object',
    properties: { webhookUrl: { ...(webhookUrl as object), description: 'Is told of the end by a signed POST.' } },
  };
  return { ...described, schema: { ...described.schema, body } as typeof described.schema };
};
