/** Whether an error of the file system means that a file, or a folder of its path, does not exist. */
export function isMissing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/**
 * Returns a handler for rejections: it replaces a missing file by a value, and throws all other errors.
 * Example: `readFile(path, 'utf8').catch(ifMissing(''))`.
 */
export function ifMissing<T>(value: T): (error: unknown) => T {
  return (error) => {
    if (!isMissing(error)) throw error;
    return value;
  };
}
