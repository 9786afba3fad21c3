/** Has the browser save a file. @param name with its extension. */
export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  // The browser reads the address after the click; long enough later nobody does.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Has the browser save a text as a file of JSON. @param name with its extension. */
export function saveText(name: string, text: string): void {
  saveBlob(name, new Blob([text], { type: 'application/json' }));
}
