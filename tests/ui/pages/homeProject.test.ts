import { afterEach, describe, expect, it } from 'vitest';
import { closeAllNotices, notices } from '../../../ui/client/page/notices.ts';
import {
  closeHomeProject,
  dismissProblems,
  localUrlOf,
  openFiles,
  openSample,
  spareFiles,
} from '../../../ui/pages/home/homeProject.ts';
import { homeProject } from '../../../ui/pages/home/openedProject.ts';
import { fileOf, projectFile, projectWith } from '../make.ts';

afterEach(() => {
  closeHomeProject();
  closeAllNotices();
});

describe('opening a project file', () => {
  it('reads the project, names it after its file and lists its media', async () => {
    await openFiles([projectFile('holiday.json', projectWith('clips/a.mp4', 'b.png'))]);
    expect(homeProject.name).toBe('holiday');
    expect(homeProject.project?.scenes).toHaveLength(1);
    expect(homeProject.media.map(({ name, state }) => [name, state])).toEqual([
      ['a.mp4', 'missing'],
      ['b.png', 'missing'],
    ]);
  });

  it('prefers the name in the project to the file name', async () => {
    await openFiles([projectFile('x.json', { ...projectWith(), name: 'My holiday' })]);
    expect(homeProject.name).toBe('My holiday');
  });

  it('matches media by file name in any order of arrival', async () => {
    await openFiles([fileOf('A.MP4'), fileOf('notes.txt')]);
    expect(homeProject.source).toBeNull();
    await openFiles([projectFile('p.json', projectWith('clips/a.mp4', 'b.png'))]);
    expect(homeProject.media.map((media) => media.state)).toEqual(['here', 'missing']);
    await openFiles([fileOf('b.png')]);
    expect(homeProject.media.map((media) => media.state)).toEqual(['here', 'here']);
    expect(spareFiles()).toEqual(['notes.txt']);
    expect(localUrlOf('clips/a.mp4')).toMatch(/^blob:/);
  });

  it('opens the first of several project files and reports which', async () => {
    await openFiles([projectFile('one.json', projectWith()), projectFile('two.json', projectWith())]);
    expect(homeProject.name).toBe('one');
    expect(notices.list.map((notice) => notice.message)).toEqual(['One project at a time: opened one.json.']);
  });
});

describe('a project with problems', () => {
  const broken = { width: 5, scenes: [{ id: 'a', layers: [{ id: 't', type: 'text', color: 'nocolor' }] }] };

  it('lists every problem with its pointer and opens no project', async () => {
    await openFiles([projectFile('broken.json', broken)]);
    expect(homeProject.project).toBeNull();
    expect(homeProject.problems.map(({ pointer }) => pointer).sort()).toEqual(['/scenes/0/layers/0/color', '/width']);
  });

  it('keeps media files until the corrected project file is dropped', async () => {
    await openFiles([projectFile('p.json', broken), fileOf('a.mp4')]);
    await openFiles([projectFile('p.json', projectWith('a.mp4'))]);
    expect(homeProject.problems).toEqual([]);
    expect(homeProject.media.map((media) => media.state)).toEqual(['here']);
  });

  it('reports text that is not JSON', async () => {
    await openFiles([fileOf('p.json', '{"scenes": [')]);
    expect(homeProject.problems[0]?.message).toMatch(/^This is not JSON/);
    expect(homeProject.problems[0]?.pointer).toBe('');
  });

  it('dismisses problems reported by the server, but not those of an unreadable project', async () => {
    await openFiles([projectFile('p.json', broken)]);
    dismissProblems();
    expect(homeProject.problems).toHaveLength(2);
    await openFiles([projectFile('p.json', projectWith('a.mp4'))]);
    homeProject.problems = [{ pointer: '/scenes/0/layers/0/url', message: '"a.mp4" is not a video.' }];
    await openFiles([fileOf('a.mp4')]);
    expect(homeProject.problems).toEqual([]);
  });
});

describe('closing and changing', () => {
  it('clears all state on close', async () => {
    await openFiles([projectFile('p.json', projectWith('a.mp4')), fileOf('a.mp4')]);
    closeHomeProject();
    expect(homeProject).toMatchObject({ source: null, project: null, media: [], files: [], problems: [], name: '' });
  });

  it('opens a sample without files and drops earlier ones', async () => {
    await openFiles([fileOf('a.mp4')]);
    const { parseProject } = await import('../../../engine/project/parse.ts');
    const parsed = parseProject(projectWith('/samples/media/a.mp4'));
    if (!parsed.ok) throw new Error('The project is not valid.');
    openSample({ id: 's', name: 'Sample', project: parsed.value });
    expect(homeProject.media.map((media) => media.state)).toEqual(['link']);
    expect(homeProject.files).toEqual([]);
  });

  it('replaces a file when another one with the same name is dropped', async () => {
    await openFiles([fileOf('a.mp4', 'old')]);
    await openFiles([fileOf('a.mp4', 'newer')]);
    expect(homeProject.files.map((file) => file.size)).toEqual([5]);
  });
});
