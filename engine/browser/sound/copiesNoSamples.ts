/**
 * Whether copying samples out of AudioData ends the page: so in WebKit on Linux (2.50), where no conversion is needed. No
 * trial can tell that and survive, so it is the only fault that is told by the browser's name.
 */
export function copiesNoSamples(): boolean {
  return navigator.vendor.startsWith('Apple') && /\bLinux\b/.test(navigator.userAgent);
}
