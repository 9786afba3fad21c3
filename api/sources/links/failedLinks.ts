import { fail, type ServiceError } from '../../system/serviceError.ts';
import { brokenOff } from './linkMessages.ts';

/** Seconds that a failed link is not requested again. */
const SECONDS = 30;
/** Most remembered links; the oldest are dropped. */
const MOST = 1000;

/** Remembers failed links for a while, so that repeated requests do not burden their websites. */
export function createFailedLinks() {
  /** In order of insertion. */
  const refused = new Map<string, { why: string; until: number }>();
  return {
    /** @throws ServiceError for a recent failure. */
    check(key: string): void {
      const known = refused.get(key);
      if (!known) return;
      // Monotonic, since the wall clock may be set.
      if (performance.now() < known.until) throw fail('link', known.why);
      refused.delete(key);
    },

    /** Interrupted transfers are not remembered: they may succeed next time. */
    add(key: string, { message }: ServiceError): void {
      if (message === brokenOff) return;
      refused.delete(key);
      const [oldest = ''] = refused.keys();
      if (refused.size >= MOST) refused.delete(oldest);
      refused.set(key, { why: message, until: performance.now() + SECONDS * 1000 });
    },
  };
}
