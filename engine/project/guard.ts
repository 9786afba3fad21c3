import {
  MAX_CUES,
  MAX_JSON_DEPTH,
  MAX_JSON_VALUES,
  MAX_KEYFRAMES,
  MAX_LAYERS,
  MAX_LAYERS_PER_SCENE,
  MAX_MARKERS,
  MAX_PROJECT_LAYERS,
  MAX_SCENES,
} from './limits.ts';
import { type Problem, problem } from './problems.ts';

const forbidden = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Checks JSON text before it is parsed, because deep nesting (over 20 levels) and many values (over 500,000) make
 * JSON.parse and all later steps slow. Stops at the first problem. Leaves invalid JSON to the parser.
 * @param text JSON.
 */
export function jsonTextProblem(text: string): Problem | undefined {
  let [depth, values, isInString] = [0, 0, false];
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (isInString) {
      if (code === BACKSLASH) i += 1;
      else if (code === QUOTE) isInString = false;
    } else if (code === QUOTE) isInString = true;
    else if (code === BRACKET || code === BRACE) {
      depth += 1;
      if (depth > MAX_JSON_DEPTH) return tooDeep(pathAt(text, i));
    } else if (code === END_BRACKET || code === END_BRACE) depth -= 1;
    else if (code === COMMA) {
      values += 1;
      if (values > MAX_JSON_VALUES) return tooManyValues();
    }
  }
  return undefined;
}

/** Returns the path of the value that begins at an offset of a JSON text. */
function pathAt(text: string, end: number): PropertyKey[] {
  const open: PropertyKey[] = [];
  let [key, isInString, from] = ['', false, 0];
  for (let i = 0; i < end; i += 1) {
    const code = text.charCodeAt(i);
    if (isInString) {
      if (code === BACKSLASH) i += 1;
      else if (code === QUOTE) {
        isInString = false;
        key = text.slice(from, i);
      }
    } else if (code === QUOTE) {
      isInString = true;
      from = i + 1;
    } else if (code === COLON) open[open.length - 1] = key;
    else if (code === BRACKET || code === BRACE) open.push(code === BRACKET ? 0 : '');
    else if (code === END_BRACKET || code === END_BRACE) open.pop();
    else if (code === COMMA) {
      const last = open.at(-1);
      if (typeof last === 'number') open[open.length - 1] = last + 1;
    }
  }
  return open;
}

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [BRACKET, END_BRACKET, BRACE, END_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Finds signs of an attack before a schema walks the value: prototype keys, deep nesting, more than 500,000 values.
 * Iterative, so deep input cannot overflow the stack.
 * @returns at most 20 problems; empty if the value may be parsed.
 */
export function hostileProblems(value: unknown): Problem[] {
  const found: Problem[] = [];
  const stack: Node[] = isNode(value) ? [{ value, path: [] }] : [];
  let values = 0;
  for (let next = stack.pop(); next && found.length < 20; next = stack.pop()) {
    const { value: node, path } = next;
    if (path.length >= MAX_JSON_DEPTH) {
      found.push(tooDeep(path));
      continue;
    }
    for (const key of Array.isArray(node) ? node.keys() : Object.keys(node)) {
      values += 1;
      if (values > MAX_JSON_VALUES) return [tooManyValues()];
      if (typeof key === 'string' && forbidden.has(key)) {
        found.push(problem('json.key', [...path, key], `The key "${key}" is not allowed.`));
        continue;
      }
      const child = (node as Record<PropertyKey, unknown>)[key];
      if (isNode(child)) stack.push({ value: child, path: [...path, key] });
    }
  }
  return found;
}

function tooDeep(path: readonly PropertyKey[]): Problem {
  return problem('json.depth', path, `Values can be nested at most ${MAX_JSON_DEPTH} levels deep.`);
}

function tooManyValues(): Problem {
  return problem('json.size', [], 'The project contains too many values.');
}

/**
 * Finds lists of a project that are too long, before a schema checks every item.
 * @returns one problem for each list; empty if the schema may walk the value.
 */
export function lengthProblems(value: unknown): Problem[] {
  const { scenes, markers, layers: own } = fieldsOf(value);
  const found = [
    ...tooLong(scenes, ['scenes'], MAX_SCENES),
    ...tooLong(markers, ['markers'], MAX_MARKERS),
    ...tooLong(own, ['layers'], MAX_PROJECT_LAYERS),
  ];
  if (found.length > 0) return found;
  let layerCount = 0;
  const lists = [
    ...listOf(scenes).map((scene, i) => ({ layers: fieldsOf(scene).layers, path: ['scenes', i, 'layers'] })),
    { layers: own, path: ['layers'] },
  ];
  for (const { layers, path } of lists) {
    const long = tooLong(layers, path, MAX_LAYERS_PER_SCENE);
    found.push(...long);
    layerCount += listOf(layers).length;
    for (const [j, layer] of long.length > 0 ? [] : listOf(layers).entries()) {
      const { cues, keyframes } = fieldsOf(layer);
      found.push(...tooLong(cues, [...path, j, 'cues'], MAX_CUES));
      found.push(...tooLong(keyframes, [...path, j, 'keyframes'], MAX_KEYFRAMES));
    }
  }
  if (found.length === 0 && layerCount > MAX_LAYERS)
    found.push(problem('range', ['scenes'], `A project can have at most ${MAX_LAYERS} layers.`));
  return found;
}

function tooLong(value: unknown, path: readonly PropertyKey[], most: number): Problem[] {
  if (listOf(value).length <= most) return [];
  return [problem('range', path, `"${String(path.at(-1))}" must have at most ${most} items.`)];
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return isNode(value) ? (value as Record<string, unknown>) : {};
}

interface Node {
  value: object;
  path: PropertyKey[];
}

function isNode(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
