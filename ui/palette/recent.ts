import { ownName } from '../state/owner.ts';

const KEY = ownName('cutroom-palette');
const MOST = 30;

/** Returns the ids of recently chosen commands, newest first. */
export function recentIds(): string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

/** Stores the id of a chosen command. */
export function keepRecent(id: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([id, ...recentIds().filter((one) => one !== id)].slice(0, MOST)));
  } catch {
    // Storage is full; the id is not stored.
  }
}
