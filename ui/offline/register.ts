/** URL of the service worker. */
const WORKER = '/service-worker.js';

/**
 * Registers the service worker when the browser is idle. To be called after page load. Does nothing in data saver mode,
 * or on a connection without service workers.
 */
export function registerServiceWorker(): void {
  const { saveData = false } = (navigator as { connection?: { saveData?: boolean } }).connection ?? {};
  if (saveData || !('serviceWorker' in navigator)) return;
  const register = () => navigator.serviceWorker.register(WORKER, { updateViaCache: 'none' }).catch(() => undefined);
  if ('requestIdleCallback' in window) requestIdleCallback(register);
  else setTimeout(register, 1000);
}
