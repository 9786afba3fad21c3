/** The S3 storage rejected a request; a retry does not help. */
export class S3Error extends Error {
  override name = 'S3Error';
  constructor(
    /** Error code, such as "NoSuchBucket"; the status if there is none. */
    readonly code: string,
    readonly status: number,
    what: string,
  ) {
    super(`The store answered ${status} ${code} to ${what}.`);
  }
}

/** The storage did not answer, despite retries. */
export class StorageUnreachableError extends Error {
  override name = 'StorageUnreachableError';
  constructor(what: string, options?: ErrorOptions) {
    super(`The store did not answer to ${what}.`, options);
  }
}

/** The storage or a proxy returned other bytes than requested. */
export class WrongRangeError extends StorageUnreachableError {
  override name = 'WrongRangeError';
}
