import { useSnapshot } from 'valtio';
import { saveText } from '../client/page/saveFile.ts';
import { useTitle } from '../kit/hooks.ts';
import { ProblemList } from '../kit/ProblemList.tsx';
import { openSheet } from './state/go.ts';
import { broken, leaveBroken } from './state/open.ts';

/** Replaces the editor if a project has problems: lists them and offers ways to continue. Nothing is lost. */
export function ProjectProblems() {
  const { name, problems, text } = useSnapshot(broken);
  useTitle('Problems');
  return (
    <main id="main" className="stack-2 page studio-broken" tabIndex={-1}>
      <h1 tabIndex={-1}>{name} has problems</h1>
      <p className="soft">
        The file was not changed. Fix the listed problems and open it again, or continue without it.
      </p>
      <div className="wrap lone-actions">
        <button type="button" className="button primary large" onClick={leaveBroken}>
          Continue without it
        </button>
        {text !== '' && (
          <button type="button" className="button plain large" onClick={() => saveText('project.json', text)}>
            Download it
          </button>
        )}
        <button
          type="button"
          className="button plain large"
          onClick={() => {
            leaveBroken();
            openSheet('projects');
          }}
        >
          Open another project
        </button>
      </div>
      <ProblemList problems={problems} text={text} />
    </main>
  );
}
