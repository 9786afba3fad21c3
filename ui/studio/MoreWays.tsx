import { copyAsCommand, copyAsCurl } from './state/copyWays.ts';
import { openOver } from './state/go.ts';
import { saveProjectFile } from './state/saveProjectFile.ts';
import { Way } from './Way.tsx';

/** Menu items next to DONE: other ways to export the project. */
export function MoreWays() {
  return (
    <>
      <Way title="Save project" hint="One file with its media." onClick={() => void saveProjectFile()} />
      <Way
        title="Copy as command"
        hint="Renders the saved project in a terminal."
        onClick={() => void copyAsCommand()}
      />
      <Way title="Copy as curl" hint="Renders on this server through its API." onClick={() => void copyAsCurl()} />
      <Way
        title="Apply to many files"
        hint="Render the same project for each file and get one zip."
        onClick={() => openOver('many-files')}
      />
    </>
  );
}
