import { copyAsCommand, copyAsCurl } from '../state/copyCommands.ts';
import { EXPORT_HERE, openExport } from '../state/go.ts';
import { startNew } from '../state/open.ts';
import { saveProjectFile } from '../state/saveProjectFile.ts';
import { hasContent, studio } from '../state/studio.ts';
import { actionTable } from './action.ts';

/** Starting, saving and exporting projects. */
export const outputActions = actionTable({
  newProject: { title: 'New project', group: 'Project', run: startNew },
  exportProject: {
    ...{ title: 'Export', label: 'Export with other settings', group: 'Editor', keys: ['mod+shift+e'] },
    hint: 'Format, size, quality and place in one sheet.',
    when: ({ project }) => hasContent(project, studio.showCanvas),
    run: () => openExport('server'),
  },
  exportHere: {
    ...{ title: EXPORT_HERE, group: 'Project', run: () => openExport('browser') },
    hint: 'Without the server, at the speed of this device.',
  },
  output: { title: 'Output', group: 'Project', opens: 'output' },
  saveProject: { title: 'Save project', hint: 'One file with its media.', group: 'Project', run: saveProjectFile },
  copyAsCommand: {
    ...{ title: 'Copy as command', group: 'Project', run: copyAsCommand },
    hint: 'Renders the saved project in a terminal.',
  },
  copyAsCurl: {
    ...{ title: 'Copy as curl', group: 'Project', run: copyAsCurl },
    hint: 'Renders on this server through its API.',
  },
  applyToFiles: {
    ...{ title: 'Apply to many files', group: 'Project', opens: 'many-files' },
    hint: 'Render the same project for each file and get one zip.',
  },
});
