/** Why something cannot be copied, as a clause of a sentence. */
export interface Refused {
  why: string;
}

/** Returns a refusal with its reason. */
export function refused(why: string): Refused {
  return { why };
}

/** Whether a result is a refusal. */
export function isRefused(found: object): found is Refused {
  return 'why' in found;
}
