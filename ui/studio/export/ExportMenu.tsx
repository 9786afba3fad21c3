import { copyAsCommand, copyAsCurl } from '../state/copyCommands.ts';
import { openSheet } from '../state/go.ts';
import { saveProjectFile } from '../state/saveProjectFile.ts';
import { ExportMenuItem } from './ExportMenuItem.tsx';

/** Menu items next to DONE: other ways to export the project. */
export function ExportMenu() {
  return (
    <>
      <ExportMenuItem title="Save project" hint="One file with its media." onClick={() => void saveProjectFile()} />
      <ExportMenuItem
        title="Copy as command"
        hint="Renders the saved project in a terminal."
        onClick={() => void copyAsCommand()}
      />
      <ExportMenuItem
        title="Copy as curl"
        hint="Renders on this server through its API."
        onClick={() => void copyAsCurl()}
      />
      <ExportMenuItem
        title="Apply to many files"
        hint="Render the same project for each file and get one zip."
        onClick={() => openSheet('many-files')}
      />
    </>
  );
}
