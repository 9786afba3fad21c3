/** Why a font family cannot be had. `message` is a sentence for a person. */
export class FontError extends Error {
  override name = 'FontError';
  /** off: fetching is switched off; missing: there is no such package, or it is not usable; away: try again later. */
  readonly reason: 'off' | 'missing' | 'away';

  constructor(reason: FontError['reason'], message: string, cause?: unknown) {
    super(message, { cause });
    this.reason = reason;
  }
}
