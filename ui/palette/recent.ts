import { ownName } from '../state/owner.ts';

const KEY = ownName('cutroom-palette');
const MOST = 30;

/** The ids of what was chosen in the palette, the newest first. */
export function recentIds(): string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

/** Remembers what was chosen. */
export function keepRecent(id: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([id, ...recentIds().filter((one) => one !== id)].slice(0, MOST)));
  } catch {
    // Without room nothing is remembered.
  }
}
