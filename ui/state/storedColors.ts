import { isHexColor } from '../../engine/layout/hexColor.ts';

/** Colors that this browser stores under a name, in their order; none where it stores nothing, or something else. */
export function restoredColors(key: string, most: number): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    if (!Array.isArray(kept)) return [];
    return kept.filter((one) => typeof one === 'string' && isHexColor(one)).slice(0, most);
  } catch {
    return [];
  }
}

/** Stores them for the next visit. @returns false for full or forbidden storage: they are remembered until the page is closed. */
export function storeColors(key: string, colors: readonly string[]): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(colors));
    return true;
  } catch {
    return false;
  }
}
