import { t } from '../texts/t.ts';
import { type Command, isOwn } from './command.ts';

/** Commands under one heading. */
export interface Found {
  title: string;
  commands: Command[];
}

/** Number of recent commands listed first. */
const RECENT = 5;
/** Number of commands per group without a search. */
const OF_GROUP = { Studio: 60, Projects: 5, Tools: 40, Pages: 20, 'Ready-made projects': 0, 'Guides and notes': 0 };
/** Maximum number of search results. */
const MOST = 40;

/**
 * Returns the commands to list. Without a search: recent ones, then the groups; otherwise those matching all words,
 * best first. A word may skip letters, such as "rszv" for "Resize video"; such matches rank lowest.
 * @param recent ids, newest first.
 */
export function findCommands(text: string, all: readonly Command[], recent: readonly string[]): Found[] {
  const words = plain(text).split(/\s+/).filter(Boolean);
  if (words.length === 0) return listed(all, recent);
  const scored = all.flatMap((command, index) => {
    const title = plain(isOwn(command.group) ? command.title : t(command.title));
    const about = plain(`${t(command.about)} ${t(command.group)}`);
    const scores = words.map((word) => scoreOf(word, title, about));
    if (scores.includes(0)) return [];
    const at = recent.indexOf(command.id);
    const lately = at < 0 ? 0 : 1 - at / recent.length;
    return [{ command, index, score: scores.reduce((sum, one) => sum + one, 0) + lately }];
  });
  scored.sort((one, other) => other.score - one.score || one.index - other.index);
  return scored.length === 0 ? [] : [{ title: 'Found', commands: scored.slice(0, MOST).map(({ command }) => command) }];
}

function listed(all: readonly Command[], recent: readonly string[]): Found[] {
  const lately = recent.flatMap((id) => all.find((command) => command.id === id) ?? []).slice(0, RECENT);
  const groups = (Object.keys(OF_GROUP) as Command['group'][]).map((title) => {
    const rest = all.filter((command) => command.group === title && !lately.includes(command));
    return { title, commands: rest.slice(0, OF_GROUP[title]) };
  });
  return [{ title: 'Recent', commands: lately }, ...groups].filter(({ commands }) => commands.length > 0);
}

function scoreOf(word: string, title: string, about: string): number {
  if (title.startsWith(word)) return 8;
  if (title.includes(` ${word}`)) return 6;
  if (title.includes(word)) return 4;
  if (` ${about}`.includes(` ${word}`)) return 3;
  return isSpread(word, title) ? 1 : 0;
}

/** Returns whether a text contains all letters of a word in order. */
function isSpread(word: string, text: string): boolean {
  let from = 0;
  for (const letter of word) {
    const at = text.indexOf(letter, from);
    if (at < 0) return false;
    from = at + letter.length;
  }
  return true;
}

/** Removes case, accents and soft hyphens. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\p{M}\u00ad]/gu, '')
    .toLowerCase();
}
