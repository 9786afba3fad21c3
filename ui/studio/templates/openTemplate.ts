import { showNote } from '../../client/page/notices.ts';
import { readTemplate } from '../../client/projects/samples.ts';
import { goTo } from '../state/go.ts';
import { openCopy } from '../state/open.ts';
import { beginFilling } from './using.ts';

/** Opens a ready-made project as a new one, with the form of its fields. */
export async function openTemplate(id: string): Promise<void> {
  const read = await readTemplate(id).catch(() => undefined);
  if (!read) {
    goTo('', { replace: true });
    return showNote('This ready-made project does not exist.');
  }
  await openCopy({ name: read.name, ...read.project }, { replace: true });
  beginFilling();
}
