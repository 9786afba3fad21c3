import { later } from '../state/later.ts';
import { showFailure } from '../state/notices.ts';

type Taking = typeof import('./takeFiles.ts');

/** Does something with files, once what takes them is there. */
export function beginTaking(work: (taking: Taking, toolOf: Taking['toolOf']) => unknown): void {
  later(() => import('./takeFiles.ts')).then((taking) => work(taking, taking.toolOf), showFailure);
}
