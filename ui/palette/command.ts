/** Something that the palette offers. */
export interface Command {
  /** The same wherever and whenever it is offered. */
  id: string;
  title: string;
  /** What it is, or more of it, in a few words; searched too. */
  about: string;
  group: 'Studio' | 'Projects' | 'Tools' | 'Pages' | 'Ready-made projects' | 'Guides and notes';
  /** Keys that do it, as shortcuts are written. */
  keys?: string;
  run: () => unknown;
}

/** Gives what can be done just now where it is asked for. */
type Giver = () => Promise<readonly Command[]>;

/** Whether commands of a group are called as a person called something. */
export function isOwn(group: Command['group']): boolean {
  return group === 'Projects';
}

let giver: Giver | undefined;

/** Adds what the screen that is shown can do. @returns ends it. */
export function offerCommands(give: Giver): () => void {
  giver = give;
  return () => {
    if (giver === give) giver = undefined;
  };
}

/** What the screen that is shown can do. */
export async function offeredCommands(): Promise<readonly Command[]> {
  return (await giver?.()) ?? [];
}
