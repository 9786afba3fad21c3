import { showFailure } from '../client/page/notices.ts';

type Taking = typeof import('./importToolFiles.ts');

let loading: Promise<Taking> | undefined;

/** Runs work with the file intake module, after loading it, in the order of the calls. */
export function withFileImport(work: (taking: Taking, toolOf: Taking['toolOf']) => unknown): void {
  // Chromium settles several imports of a module that is still loading in any order: leaving a page would then abort
  // the import of the page that follows.
  loading ??= import('./importToolFiles.ts');
  loading.then((taking) => work(taking, taking.toolOf), abandon);
}

function abandon(error: unknown): void {
  loading = undefined;
  showFailure(error);
}
