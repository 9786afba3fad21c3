/** Saves a file to disk. @param name with its extension. */
export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  // The browser reads the URL after the click; a minute later it no longer needs it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Saves a text as a JSON file. @param name with its extension. */
export function saveText(name: string, text: string): void {
  saveBlob(name, new Blob([text], { type: 'application/json' }));
}
