import type { VideoStatus } from './video.ts';

/** Names an attempt that started over; undefined for the first one. */
export function attemptWords(attempt: number | null): 'Second attempt' | 'Another attempt' | undefined {
  if (attempt === null || attempt < 2) return undefined;
  return attempt === 2 ? 'Second attempt' : 'Another attempt';
}

/** Failures that stopped the server: only the operator retries these. `lost` is what earlier releases called `crashed`. */
const stoppedServer: readonly string[] = ['crashed', 'lost'];

/** Whether its owner can retry a video: it failed, and did not stop the server. */
export function isRetriable({
  status,
  error,
}: {
  status: VideoStatus;
  error: { readonly code: string } | null;
}): boolean {
  return status === 'failed' && !stoppedServer.includes(error?.code ?? '');
}
