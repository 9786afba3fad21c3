import { hostileProblems } from '../engine/project/guard.ts';
import { type Parsed, readProjectJson } from '../engine/project/parse.ts';
import { stepsOf } from '../engine/project/problems.ts';
import { UsageError } from './output.ts';

/**
 * Applies `--set path=value` to parsed JSON, in place.
 * The path is a JSON pointer (`/scenes/0/background`) or dotted (`scenes.0.background`). `-` as the last key of a list
 * appends.
 * Missing objects on the path are created. The value is parsed as JSON, or else taken as text.
 * @throws UsageError for an invalid path.
 */
function setValue(root: unknown, assignment: string): void {
  const split = assignment.indexOf('=');
  if (split < 1) throw new UsageError(`--set ${assignment}: write it as path=value.`);
  const path = assignment.slice(0, split);
  const keys = keysOf(path);
  const last = keys.pop();
  if (last === undefined) throw new UsageError(`--set ${assignment}: the path is empty.`);
  let holder = root;
  for (const key of keys) holder = step(holder, key, path);
  setKey(holder, last, parseValue(assignment.slice(split + 1)), path);
}

/**
 * Parses a project file and applies every `--set`.
 * @returns only JSON problems. Others are reported for the result, because a {{column}} may stand in place of a color.
 */
export function assignedValue(text: string, assignments: readonly string[]): Parsed<unknown> {
  const read = readProjectJson(text);
  if (!read.ok) return read;
  const problems = hostileProblems(read.value);
  if (problems.length > 0) return { ok: false, problems };
  for (const assignment of assignments) setValue(read.value, assignment);
  return read;
}

/** Returns all strings in the value of an assignment. */
export function textsOf(assignment: string): string[] {
  const texts = (value: unknown): string[] => {
    if (typeof value === 'string') return [value];
    return typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : [];
  };
  return texts(parseValue(assignment.slice(assignment.indexOf('=') + 1)));
}

function keysOf(path: string): string[] {
  const keys = path.startsWith('/') ? stepsOf(path) : path.split('.');
  for (const key of keys) {
    if (['__proto__', 'constructor', 'prototype'].includes(key)) {
      throw new UsageError(`--set ${path}: the key "${key}" is not allowed.`);
    }
  }
  return keys;
}

function parseValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function step(holder: unknown, key: string, path: string): unknown {
  if (Array.isArray(holder)) return holder[indexOf(holder, key, path)];
  const fields = fieldsOf(holder, path);
  if (!Object.hasOwn(fields, key) || fields[key] === null) fields[key] = {};
  return fields[key];
}

function setKey(holder: unknown, key: string, value: unknown, path: string): void {
  if (!Array.isArray(holder)) {
    fieldsOf(holder, path)[key] = value;
  } else if (key === '-') {
    holder.push(value);
  } else {
    holder[indexOf(holder, key, path)] = value;
  }
}

function indexOf(list: readonly unknown[], key: string, path: string): number {
  if (!/^\d+$/.test(key) || Number(key) >= list.length) {
    throw new UsageError(`--set ${path}: there is no item ${key}; the list has ${list.length}.`);
  }
  return Number(key);
}

function fieldsOf(holder: unknown, path: string): Record<string, unknown> {
  if (typeof holder !== 'object' || holder === null) {
    throw new UsageError(`--set ${path}: the path passes through a value that is neither an object nor a list.`);
  }
  return holder as Record<string, unknown>;
}
