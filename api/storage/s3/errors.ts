/** An S3 store refused a request, in a way that asking again does not change. */
export class S3Error extends Error {
  override name = 'S3Error';
  constructor(
    /** As the store calls it, such as "NoSuchBucket"; the status where it says nothing. */
    readonly code: string,
    readonly status: number,
    what: string,
  ) {
    super(`The store answered ${status} ${code} to ${what}.`);
  }
}

/** A store did not do what it was asked for, though it was asked patiently. */
export class StoreAwayError extends Error {
  override name = 'StoreAwayError';
  constructor(what: string, options?: ErrorOptions) {
    super(`The store did not answer to ${what}.`, options);
  }
}

/** A store, or what is in its way, gave other bytes of an object than it was asked for. */
export class OtherRangeError extends StoreAwayError {
  override name = 'OtherRangeError';
}
