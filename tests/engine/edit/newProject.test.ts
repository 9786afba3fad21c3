import { expect, it } from 'vitest';
import { newProject } from '../../../engine/edit/newProject.ts';
import { project } from '../../../engine/project/project.ts';

it('has the defaults of the schema', () => {
  const scenes = [{ id: 'a' }];
  expect(newProject(() => 'a')).toEqual(project.parse({ scenes, isImage: true }));
});
