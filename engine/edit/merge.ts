/**
 * An object with some of its fields set anew.
 * @returns the same object when all of them are so already, so that no step of undo changes nothing.
 */
export function merge<T extends object>(before: T, fields: Partial<T>): T {
  const names = Object.keys(fields) as (keyof T)[];
  return names.every((name) => Object.is(before[name], fields[name])) ? before : { ...before, ...fields };
}
