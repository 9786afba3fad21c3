/** Why something cannot be copied, as a clause of a sentence. */
export interface NotCopyable {
  why: string;
}

/** Returns a refusal with its reason. */
export function notCopyable(why: string): NotCopyable {
  return { why };
}

/** Whether a result is a refusal. */
export function isNotCopyable(found: object): found is NotCopyable {
  return 'why' in found;
}
