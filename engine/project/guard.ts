import { MAX_JSON_DEPTH } from './limits.ts';
import { type Problem, problem } from './problems.ts';

const forbidden = new Set(['__proto__', 'constructor', 'prototype']);
const maxNodes = 500_000;

/**
 * Finds what no honest file has, before a schema walks the value: keys that alter objects, deep nesting,
 * more than 500,000 values. Works on a stack of its own, so depth cannot overflow it.
 * @returns at most 20 problems; empty when the value may be parsed.
 */
export function hostileProblems(value: unknown): Problem[] {
  const found: Problem[] = [];
  const stack: { value: unknown; path: PropertyKey[] }[] = [{ value, path: [] }];
  let nodes = 0;
  while (stack.length > 0 && found.length < 20) {
    const next = stack.pop() as { value: unknown; path: PropertyKey[] };
    if (typeof next.value !== 'object' || next.value === null) continue;
    if (next.path.length >= MAX_JSON_DEPTH) {
      found.push(problem('json.depth', next.path, `Values may be nested ${MAX_JSON_DEPTH} deep at most.`));
      continue;
    }
    const keys = Array.isArray(next.value) ? next.value.keys() : Object.keys(next.value);
    for (const key of keys) {
      nodes += 1;
      if (nodes > maxNodes) return [problem('json.size', [], 'The project holds too many values.')];
      const path = [...next.path, key];
      if (typeof key === 'string' && forbidden.has(key)) {
        found.push(problem('json.key', path, `The key "${key}" is not allowed.`));
      } else {
        stack.push({ value: (next.value as Record<PropertyKey, unknown>)[key], path });
      }
    }
  }
  return found;
}
