/** Reason why work was aborted. */
export class Ended extends Error {
  override name = 'Ended';
  readonly why: 'cancelled' | 'superseded' | 'shutdown';
  constructor(why: Ended['why']) {
    super(why);
    this.why = why;
  }
}
