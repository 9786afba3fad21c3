/**
 * Loads a part of the page that the first screen can do without and that makes schemas: the schema library is the
 * largest thing here after React.
 */
export async function later<T>(load: () => Promise<T>): Promise<T> {
  await import('./noEval.ts');
  return load();
}
