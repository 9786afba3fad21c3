import { isHexColor } from '../../engine/layout/hexColor.ts';

/** Returns the colors stored under a key, in order; none if there are none or they are invalid. */
export function restoredColors(key: string, most: number): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    if (!Array.isArray(kept)) return [];
    return kept.filter((one) => typeof one === 'string' && isHexColor(one)).slice(0, most);
  } catch {
    return [];
  }
}

/** Stores colors for the next visit. @returns false if storage is full or forbidden; they then last for this page. */
export function storeColors(key: string, colors: readonly string[]): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(colors));
    return true;
  } catch {
    return false;
  }
}
