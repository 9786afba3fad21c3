import { later } from '../state/later.ts';
import { showFailure } from '../state/notices.ts';

type Taking = typeof import('./takeFiles.ts');

/** Runs work with the file intake module, after loading it. */
export function beginTaking(work: (taking: Taking, toolOf: Taking['toolOf']) => unknown): void {
  later(() => import('./takeFiles.ts')).then((taking) => work(taking, taking.toolOf), showFailure);
}
