/** Progress of a derivation that is not ready: body of a 202 answer. */
export interface DerivedProgress {
  status: 'pending' | 'running';
  /** 0 to 1. */
  progress: number;
}
