import { MAX_JSON_DEPTH } from './limits.ts';
import { type Problem, problem } from './problems.ts';

const forbidden = new Set(['__proto__', 'constructor', 'prototype']);
const maxValues = 500_000;

/**
 * Finds what no honest file has, before a schema walks the value: keys that alter objects, deep nesting,
 * more than 500,000 values. Works on a stack of its own, so depth cannot overflow it.
 * @returns at most 20 problems; empty when the value may be parsed.
 */
export function hostileProblems(value: unknown): Problem[] {
  const found: Problem[] = [];
  const stack: Node[] = isNode(value) ? [{ value, path: [] }] : [];
  let values = 0;
  for (let next = stack.pop(); next && found.length < 20; next = stack.pop()) {
    const { value: node, path } = next;
    if (path.length >= MAX_JSON_DEPTH) {
      found.push(problem('json.depth', path, `Values may be nested ${MAX_JSON_DEPTH} deep at most.`));
      continue;
    }
    for (const key of Array.isArray(node) ? node.keys() : Object.keys(node)) {
      values += 1;
      if (values > maxValues) return [problem('json.size', [], 'The project holds too many values.')];
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

interface Node {
  value: object;
  path: PropertyKey[];
}

function isNode(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
