import { expect, it } from 'vitest';
import { newProject } from '../../../engine/edit/newProject.ts';
import { project } from '../../../engine/project/project.ts';

it('has the defaults of the schema, in its order', () => {
  const scenes = [{ id: 'a' }];
  expect(JSON.stringify(newProject(() => 'a'))).toBe(JSON.stringify(project.parse({ scenes, isImage: true })));
});
