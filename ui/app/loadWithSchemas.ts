/**
 * Loads a part of the page that the first screen does not need and that uses schemas: after React, the schema library
 * is the largest dependency.
 */
export async function loadWithSchemas<T>(load: () => Promise<T>): Promise<T> {
  await import('./noEval.ts');
  return load();
}
