/** Reference-counted object URLs of files. */
export interface ObjectUrls {
  /** An address of the file; the same one for as long as anyone holds it. */
  hold(file: Blob): string;
  /** Ends one hold; the last one revokes the address. Harmless for a file that is not held. */
  letGo(file: Blob): void;
  /** How many addresses are held now. */
  readonly size: number;
}

/** Makes a keeper of object URLs. */
export function createObjectUrls(): ObjectUrls {
  const held = new Map<Blob, { url: string; count: number }>();
  return {
    hold(file) {
      const known = held.get(file) ?? { url: URL.createObjectURL(file), count: 0 };
      known.count += 1;
      held.set(file, known);
      return known.url;
    },
    letGo(file) {
      const known = held.get(file);
      if (!known) return;
      known.count -= 1;
      if (known.count > 0) return;
      held.delete(file);
      URL.revokeObjectURL(known.url);
    },
    get size() {
      return held.size;
    },
  };
}
