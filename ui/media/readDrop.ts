/**
 * All files of a drop, those inside dropped folders too.
 * @returns files in the order they were found; at most 500, so that a dropped disk does not stall the page.
 */
export async function readDrop(data: DataTransfer): Promise<File[]> {
  // Entries must be taken before the first await: the browser empties the drop after the event.
  const entries = [...data.items].map((item) => item.webkitGetAsEntry?.() ?? null);
  const plain = [...data.files];
  return entries.every((entry) => entry === null || entry.isFile) ? plain : readEntries(entries);
}

/** All files of what was dropped, those inside folders too; as readDrop. */
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
    // A folder is read in portions; an empty one is the end.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return;
    for (const child of some) await walk(child, found);
  }
}
