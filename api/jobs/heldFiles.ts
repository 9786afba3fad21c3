import type { LocalFile } from '../storage/storage.ts';

/** The media of a render, held until it ends: no file of them goes meanwhile. */
export function holdFiles(find: (url: string, signal: AbortSignal) => Promise<LocalFile>, signal: AbortSignal) {
  const held: LocalFile[] = [];
  return {
    /** See RenderOptions. */
    async locate(this: void, url: string): Promise<string> {
      const file = await find(url, signal);
      held.push(file);
      return file.path;
    },
    /** See RenderOptions. */
    contentOf(this: void, local: string): string | undefined {
      return held.find((file) => file.path === local)?.content;
    },
    /** Lets all of them go. */
    release(): void {
      for (const file of held) file.release();
    },
  };
}
