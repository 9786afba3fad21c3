import { projectJsonSchema } from '../../engine/project/jsonSchema.ts';
import type { ReferenceBlock } from '../../engine/tools/reference.ts';

/** The subset of JSON Schema that project files use. */
interface Schema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
}

/** The part of an OpenAPI document that lists calls. */
export interface CallList {
  paths?: Record<
    string,
    Record<string, { summary?: string; responses?: Record<string, unknown> } | undefined> | undefined
  >;
  /** Calls that the service sends. */
  webhooks?: Record<
    string,
    { post: { summary: string; requestBody: { content: Record<string, { schema: Schema }> } } }
  >;
}

/**
 * Generates the reference of project files from their schema: every field of projects, scenes and each kind of layer.
 */
export function projectReference(): ReferenceBlock[] {
  const project = projectJsonSchema() as Schema;
  const scene = project.properties?.scenes?.items ?? {};
  const layers = scene.properties?.layers?.items;
  return [
    { kind: 'heading', level: 1, text: 'Project files' },
    {
      kind: 'text',
      text: 'A project is a JSON file. Everything with a value in the last column may be left out. `cutroom schema` prints the same for editors, and `cutroom validate` tells what is wrong with a file, and where.',
    },
    ...sectionOf('Project', project, ['scenes']),
    ...sectionOf('Scene', scene, ['layers']),
    ...(layers?.oneOf ?? layers?.anyOf ?? []).flatMap((layer) =>
      sectionOf(`Layer of type ${String(layer.properties?.type?.const)}`, layer, []),
    ),
  ];
}

/** Generates the reference of the HTTP API from the schemas of its routes. */
export function callReference({ paths = {}, webhooks = {} }: CallList): ReferenceBlock[] {
  const rows = Object.entries(paths).flatMap(([path, calls]) =>
    Object.entries(calls ?? {}).map(([method, call]) => [
      `\`${method.toUpperCase()} ${path}\``,
      call?.summary ?? '',
      Object.keys(call?.responses ?? {}).join(', '),
    ]),
  );
  return [
    { kind: 'heading', level: 1, text: 'HTTP API' },
    {
      kind: 'text',
      text: 'Every call of this server. Bodies and answers are in `/api/v1/openapi.json`, in full; errors are `{"error": {"code", "message"}}` with a sentence to act on. The settings of tools are [a page of their own](/reference).',
    },
    { kind: 'heading', level: 2, text: 'Calls' },
    { kind: 'table', head: ['call', 'does', 'answers'], rows },
    { kind: 'heading', level: 2, text: 'Webhooks' },
    {
      kind: 'text',
      text: 'Where a body of createVideo has a `webhookUrl`, the service POSTs there when the video has come to its end, signed as the Standard Webhooks specification says (`webhook-id`, `webhook-timestamp`, `webhook-signature`). [The guide](/resources/webhooks) shows how that is checked.',
    },
    ...Object.values(webhooks).flatMap(({ post }) => {
      const schema = post.requestBody.content['application/json']?.schema ?? {};
      return { kind: 'table' as const, head: ['field', 'values', 'left out'], rows: rowsOf(schema, '', []) };
    }),
  ];
}

function sectionOf(title: string, schema: Schema, left: readonly string[]): ReferenceBlock[] {
  return [
    { kind: 'heading', level: 2, text: title },
    { kind: 'table', head: ['field', 'values', 'left out'], rows: rowsOf(schema, '', left) },
  ];
}

function rowsOf({ properties = {}, required = [] }: Schema, before: string, left: readonly string[]): string[][] {
  return Object.entries(properties).flatMap(([name, field]) => {
    const usual =
      field.default === undefined
        ? required.includes(name)
          ? 'must be there'
          : ''
        : `\`${JSON.stringify(field.default)}\``;
    const row = [`\`${before}${name}\``, valuesOf(field), usual];
    const inner = field.properties ? field : (field.anyOf?.find(({ properties: own }) => own) ?? field.items);
    return inner?.properties && !left.includes(name) ? [row, ...rowsOf(inner, `${before}${name}.`, [])] : [row];
  });
}

function valuesOf(schema: Schema): string {
  const { type, const: only, enum: choices, minimum, maximum, maxLength, maxItems, anyOf } = schema;
  if (only !== undefined) return `\`${JSON.stringify(only)}\``;
  if (choices) return choices.map((value) => `\`${JSON.stringify(value)}\``).join(', ');
  if (anyOf) return anyOf.map(valuesOf).join(', or ');
  if (type === 'array') return `a list${maxItems === undefined ? '' : ` of at most ${maxItems}`}`;
  if (type === 'boolean') return '`true`, `false`';
  if (type === 'number' || type === 'integer') {
    const what = type === 'integer' ? 'a whole number' : 'a number';
    if (minimum !== undefined && maximum !== undefined) return `${what}, ${minimum} to ${maximum}`;
    return minimum === undefined ? what : `${what}, ${minimum} or more`;
  }
  if (type === 'null') return '`null`';
  if (type === 'object') return 'an object';
  return maxLength === undefined ? 'text' : `text, ${maxLength} characters at most`;
}
