import { ref } from 'valtio/vanilla';
import { beforeEach, describe, expect, it } from 'vitest';
import { parseProject } from '../../../engine/project/parse.ts';
import type { Project } from '../../../engine/project/project.ts';
import type { RenderRequest } from '../../../ui/client/renders/batch.ts';
import { projectOf } from '../../../ui/studio/rows/rowProject.ts';
import { itemId, rowWork } from '../../../ui/studio/rows/rowWork.ts';
import {
  matchColumn,
  openTable,
  type RowFile,
  readTableFile,
  table,
  writeTable,
} from '../../../ui/studio/rows/table.ts';

function projectWith(...layers: unknown[]): Project {
  const parsed = parseProject({ width: 64, height: 64, scenes: [{ id: 's', layers }] });
  if (!parsed.ok) throw new Error(parsed.problems[0]?.message);
  return parsed.value;
}

const card = projectWith({ id: 't', type: 'text', text: 'Hi {{Name}}' });
const poster = projectWith({ id: 't', type: 'text', text: '{{Name}} is invited' });
const frame = projectWith({ id: 'p', type: 'placeholder', fieldNames: { content: 'Photo' } });

function picture(id: string, size: number, lastModified = 0): RowFile {
  const facts = { kind: 'image' as const, width: 8, height: 8, duration: 0, hasAudio: false, animated: false };
  return { ...facts, id, url: `media/${id}/face.png`, name: 'face.png', size, shown: true, lastModified };
}

const row = () => {
  const [first] = table.rows;
  if (!first) throw new Error('There is no row.');
  return first;
};
const layerOf = (project: unknown) => (project as Project).scenes[0]?.layers[0];

beforeEach(() => {
  sessionStorage.clear();
  table.sourceId = '';
});

describe('table rows', () => {
  it('render the project that was open when they were requested', async () => {
    await openTable('card', card, 'Name\nAnn\n');
    const [work, asked] = [rowWork(), row()];
    await openTable('poster', poster, 'Name\nAnn\n');
    const made = (await work.make(asked, new AbortController().signal)) as RenderRequest;
    expect(layerOf(made.body((url) => url))).toMatchObject({ text: 'Hi Ann' });
  });

  it('use the newest file with a given name', async () => {
    await openTable('frame', frame, 'Photo\nface.png\n');
    const shown = () => {
      const parsed = projectOf(row());
      return parsed.ok ? layerOf(parsed.value) : parsed.problems;
    };
    table.files = [ref(picture('one', 100))];
    const before = itemId(row());
    expect(shown()).toMatchObject({ url: 'media/one/face.png' });
    table.files = [ref(picture('two', 120))];
    expect(shown()).toMatchObject({ url: 'media/two/face.png' });
    const after = itemId(row());
    expect(after).not.toBe(before);
    table.files = [ref(picture('three', 120, 1))];
    expect([before, after]).not.toContain(itemId(row()));
  });

  it('are read from files written by Excel, but not from files that are not tables', async () => {
    await openTable('card', card, 'Name\nAnn\n');
    await readTableFile(new Blob([Buffer.from('Name;More\r\nZo\xeb;5" x\r\n', 'latin1')]));
    expect([table.isGuessed, row().values.get('Name')]).toEqual([true, 'Zo\u00eb']);
    await readTableFile(new Blob([Buffer.from('PK\u0003\u0004\0\0\0\0')]));
    expect([table.rows, table.refusal]).toEqual([[], 'This is not a table as text. Save it as CSV first.']);
    await writeTable('Name\nAnn\n');
    expect([table.isGuessed, table.refusal]).toEqual([false, '']);
  });

  it('leave a field unmatched while that is selected, and match its column once that is typed', async () => {
    await openTable('card', card, 'Na\nAnn\n');
    expect(table.matches.Name).toBeUndefined();
    await writeTable('name\nAnn\n');
    expect(table.matches.Name).toBe('name');
    matchColumn('Name', '');
    await writeTable('name\nAnn\nBob\n');
    expect(table.matches.Name).toBe('');
    expect([...row().values]).toEqual([]);
  });
});
