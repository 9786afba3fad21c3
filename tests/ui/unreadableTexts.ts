/** The unreadable states that were set aside, oldest key first. */
export function unreadableTexts(): string[] {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith('state-unreadable-'));
  return keys.sort().map((key) => localStorage.getItem(key) ?? '');
}
