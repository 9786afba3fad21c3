/** How far something is that is still being made of an upload: what is said with 202. */
export interface DerivedProgress {
  status: 'pending' | 'running';
  /** 0 to 1. */
  progress: number;
}
