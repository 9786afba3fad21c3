import { brokenOff, LinkRefused } from './linkRefused.ts';

/** So long a link that led to nothing is not asked again, seconds. */
const SECONDS = 30;
/** How many are remembered; the oldest go. */
const MOST = 1000;

/** Remembers for a while which links led to nothing, so that who tries again and again costs their websites nothing. */
export function createRefusals() {
  /** In the order of their coming. */
  const refused = new Map<string, { why: string; until: number }>();
  return {
    /** @throws LinkRefused as before, where that is not long ago. */
    check(key: string): void {
      const known = refused.get(key);
      if (!known) return;
      // Not the clock of the day, which may be set.
      if (performance.now() < known.until) throw new LinkRefused(known.why);
      refused.delete(key);
    },

    /** What broke off on its way may come whole the next time: that is not remembered. */
    add(key: string, { message }: LinkRefused): void {
      if (message === brokenOff) return;
      refused.delete(key);
      const [oldest = ''] = refused.keys();
      if (refused.size >= MOST) refused.delete(oldest);
      refused.set(key, { why: message, until: performance.now() + SECONDS * 1000 });
    },
  };
}
