/** Reason why work was aborted. */
export class WorkAborted extends Error {
  override name = 'Ended';
  readonly why: 'cancelled' | 'superseded' | 'shutdown';
  constructor(why: WorkAborted['why']) {
    super(why);
    this.why = why;
  }
}
