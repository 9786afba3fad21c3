import { showFailure } from '../client/page/notices.ts';

type Taking = typeof import('./importToolFiles.ts');

/** Runs work with the file intake module, after loading it. */
export function withFileImport(work: (taking: Taking, toolOf: Taking['toolOf']) => unknown): void {
  import('./importToolFiles.ts').then((taking) => work(taking, taking.toolOf), showFailure);
}
