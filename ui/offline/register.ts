/** The worker that lets the pages start without a network. */
const WORKER = '/service-worker.js';

/**
 * Has the browser keep the pages, once it has nothing else to do. Call it when the page is loaded. Nothing is kept where it was told to save data, and
 * where the connection is none that a worker may be used on.
 */
export function keepPages(): void {
  const { saveData = false } = (navigator as { connection?: { saveData?: boolean } }).connection ?? {};
  if (saveData || !('serviceWorker' in navigator)) return;
  const register = () => navigator.serviceWorker.register(WORKER, { updateViaCache: 'none' }).catch(() => undefined);
  if ('requestIdleCallback' in window) requestIdleCallback(register);
  else setTimeout(register, 1000);
}
