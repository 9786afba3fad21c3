/** Why something cannot be copied, as the end of a sentence. */
export interface Refused {
  why: string;
}

/** A refusal with its reason. */
export function refused(why: string): Refused {
  return { why };
}

/** Whether something was refused. */
export function isRefused(found: object): found is Refused {
  return 'why' in found;
}
