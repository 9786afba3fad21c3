/** A command of the palette. */
export interface Command {
  /** Stable id. */
  id: string;
  title: string;
  /** Short description, included in the search. */
  about: string;
  group: 'Studio' | 'Projects' | 'Tools' | 'Pages' | 'Ready-made projects' | 'Guides and notes';
  /** Keyboard shortcut, as shortcuts are written. */
  keys?: string;
  run: () => unknown;
}

/** Returns the commands that are available now. */
type Giver = () => Promise<readonly Command[]>;

/** Returns whether titles of a group are written by the user and therefore not translated. */
export function isOwn(group: Command['group']): boolean {
  return group === 'Projects';
}

let opener: (() => Promise<unknown>) | undefined;

/** Registers the function that toggles the command palette. */
export function providePalette(open: () => Promise<unknown>): void {
  opener = open;
}

/** Toggles the command palette, which loads on first use. */
export function openPalette(): void {
  void opener?.();
}

let giver: Giver | undefined;

/** Registers the commands of the current screen. @returns a function that unregisters them. */
export function offerCommands(give: Giver): () => void {
  giver = give;
  return () => {
    if (giver === give) giver = undefined;
  };
}

/** Returns the commands of the current screen. */
export async function offeredCommands(): Promise<readonly Command[]> {
  return (await giver?.()) ?? [];
}
