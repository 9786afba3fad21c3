import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { navigate } from 'wouter/use-browser-location';
import { IconButton } from '../../kit/IconButton.tsx';
import { countInWords } from '../../kit/words.ts';
import { catalogue } from '../../tools/catalogue.data.ts';
import { details } from '../../tools/details.data.ts';
import { ToolPicture } from '../../tools/ToolCards.tsx';
import { closeHomeProject, handOverFiles } from './homeProject.ts';
import { type HomeFile, homeProject } from './openedProject.ts';
import '../../kit/style/cards.css';
import './home.css';

/** Lists the tools that accept files dropped without a project. */
export function WaitingFiles() {
  const { files } = useSnapshot(homeProject);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    scrollTo({ top: 0 });
    title.current?.focus({ preventScroll: true });
  }, []);
  const fitting = catalogue.filter(({ id }) => takesAll(id, files));
  const names = files.length === 1 ? `“${files[0]?.name}”` : countInWords(files.length, 'file');
  return (
    <section className="stack-3 home-project held panel" aria-labelledby="held-title">
      <header>
        <div>
          <h1 id="held-title" ref={title} tabIndex={-1}>
            What do you want to do with {names}?
          </h1>
          <p className="soft">Or drop the project file that uses {files.length === 1 ? 'it' : 'them'}.</p>
        </div>
        <IconButton
          icon={X}
          label={files.length === 1 ? 'Discard the file' : 'Discard the files'}
          onClick={closeHomeProject}
        />
      </header>
      <ul className="tool-cards small-cards">
        {fitting.map(({ id, title: name }) => (
          <li key={id}>
            <button type="button" className="tool-card" onClick={() => void giveToTool(id)}>
              <ToolPicture id={id} />
              <strong>{name}</strong>
            </button>
          </li>
        ))}
      </ul>
      {fitting.length === 0 && (
        <p className="soft">
          {files.length === 1
            ? 'No tool accepts this file. Use a Studio project instead.'
            : 'No single tool accepts all of these files. Use a Studio project instead.'}
        </p>
      )}
    </section>
  );
}

function takesAll(id: string, files: readonly Pick<HomeFile, 'kind'>[]): boolean {
  const { kinds = [], min = 0, max = 0 } = details[id] ?? {};
  return (
    files.length >= min && files.length <= max && files.every(({ kind }) => kind !== undefined && kinds.includes(kind))
  );
}

async function giveToTool(id: string): Promise<void> {
  const { importToolFiles: importFiles, toolOf } = await import('../../tools/importToolFiles.ts');
  const tool = toolOf(id);
  importFiles(tool, await handOverFiles());
  navigate(tool.route);
}
