import { beforeEach, describe, expect, it } from 'vitest';
import { messages } from '../../../engine/project/messages.ts';
import { project as projectSchema } from '../../../engine/project/project.ts';
import { closeAllNotices, notices, runNoticeAction } from '../../../ui/client/page/notices.ts';
import { addFiles } from '../../../ui/studio/state/addFiles.ts';
import { addMedia, addPlaceholder, addText, replaceWith, setStacks } from '../../../ui/studio/state/addLayers.ts';
import { startAutosave } from '../../../ui/studio/state/autosaveStudio.ts';
import { duplicate } from '../../../ui/studio/state/layers.ts';
import { openImported, startNew } from '../../../ui/studio/state/open.ts';
import { change, openProject, studio, undoChange } from '../../../ui/studio/state/studio.ts';

const said = () => notices.list.map(({ message }) => message);
const picture = {
  ...{ url: '/a.png', kind: 'image' as const, width: 8, height: 8 },
  ...{ duration: 0, hasAudio: false, animated: false },
};

function open(layerCount: number): void {
  const layers = Array.from({ length: layerCount }, (_, index) => ({ id: `l${index}`, type: 'text' }));
  openProject({ projectId: 'p', project: projectSchema.parse({ scenes: [{ id: 's', layers }] }) });
}

beforeEach(() => {
  closeAllNotices();
  localStorage.clear();
  history.replaceState(null, '', '/studio/editor');
});

describe('messages about failed actions', () => {
  it('report an empty list of files', async () => {
    await addFiles([]);
    expect(said()).toEqual([messages.uploadEmptyList]);
  });

  it('report that the layer to replace is gone', () => {
    open(1);
    const before = studio.project;
    replaceWith('gone', picture);
    expect(said()).toEqual([messages.replaceNothing]);
    expect(studio.project).toBe(before);
  });

  it.each<[string, () => void]>([
    ['a text', () => addText()],
    ['a file', () => addMedia([picture])],
    ['a copy', () => duplicate(['l7'])],
  ])('report %s for a full scene', (_, add) => {
    open(500);
    add();
    expect(said()).toEqual(['A scene can have at most 500 layers.']);
    expect(studio.project.scenes[0]?.layers).toHaveLength(500);
    expect(location.pathname).toBe('/studio/editor');
  });
});

describe('several files', () => {
  const sound = { ...picture, kind: 'audio' as const, url: 'media/a/s.mp3', width: 0, height: 0, duration: 3 };
  const layersByScene = () => studio.project.scenes.map(({ layers }) => layers.map(({ type }) => type).join(' '));

  it('follow each other from the selected scene on, as one undo step, and audio stays with the first', () => {
    open(1);
    addMedia([picture, sound, picture, picture]);
    expect(layersByScene()).toEqual(['image audio text', 'image', 'image']);
    undoChange();
    expect([layersByScene(), studio.canUndo]).toEqual([['text'], false]);
  });

  it('lie on top of each other if the person chose so, also on the next visit', () => {
    open(1);
    setStacks(true);
    addMedia([picture, picture]);
    expect(layersByScene()).toEqual(['image image text']);
    expect(localStorage.getItem('cutroom-stacks-files')).toBe('yes');
    setStacks(false);
  });
});

it('places a new text or placeholder at an offset from the previous one', () => {
  open(0);
  for (const add of [addText, addText, addText, addPlaceholder, addPlaceholder]) add();
  const places = studio.project.scenes[0]?.layers.map(({ position }) => `${position?.x} ${position?.y}`);
  expect(places).toEqual(['23% 23%', '20% 20%', '16% 46%', '13% 43%', '10% 40%']);
});

describe('opening another project', () => {
  it('shortens a very long file name to a valid project name', async () => {
    const project = projectSchema.parse({ scenes: [{ id: 's' }] });
    await openImported({ ok: true, project, missing: [] }, `${'n'.repeat(250)}.zip`);
    expect(studio.project.name).toBe('n'.repeat(200));
    expect(projectSchema.safeParse(studio.project).success).toBe(true);
  });

  it('offers to go back when the browser stores no project list', async () => {
    open(2);
    const end = startAutosave();
    change((project) => ({ ...project, name: 'Kept nowhere else' }));
    await startNew();
    expect(studio.project.scenes[0]?.layers).toHaveLength(0);
    const [note] = notices.list;
    expect(note?.action?.label).toBe('Go back');
    runNoticeAction(note?.id ?? 0);
    expect(studio.project).toMatchObject({ name: 'Kept nowhere else', scenes: [{ layers: [{}, {}] }] });
    end();
  });
});
