/**
 * Returns whether copying samples out of AudioData crashes the page: WebKit on Linux (2.50), if no conversion is
 * needed. Detected by the browser's name, because a test would crash.
 */
export function crashesOnAudioCopy(): boolean {
  return navigator.vendor.startsWith('Apple') && /\bLinux\b/.test(navigator.userAgent);
}
