/**
 * Returns all files of a drop, including those in folders.
 * @returns files in the order they were found; at most 500, so that a dropped disk does not stall the page.
 */
export async function readDrop(data: DataTransfer): Promise<File[]> {
  // Entries must be read before the first await: the browser clears the drop after the event.
  const entries = [...data.items].map((item) => item.webkitGetAsEntry?.() ?? null);
  const plain = [...data.files];
  return entries.every((entry) => entry === null || entry.isFile) ? plain : readEntries(entries);
}

/** Returns all files of the entries, including those in folders; see readDrop. */
export async function readEntries(entries: readonly (FileSystemEntry | null | undefined)[]): Promise<File[]> {
  const found: File[] = [];
  for (const entry of entries) if (entry) await walk(entry, found);
  return found;
}

const maxFiles = 500;

async function walk(entry: FileSystemEntry, found: File[]): Promise<void> {
  if (found.length >= maxFiles || entry.name.startsWith('.')) return;
  if (entry.isFile) {
    found.push(await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject)));
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    // A folder is read in batches; an empty batch ends it.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return;
    for (const child of some) await walk(child, found);
  }
}
