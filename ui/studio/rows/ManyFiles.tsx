import { useSnapshot } from 'valtio';
import type { Project } from '../../../engine/project/project.ts';
import { BatchList } from '../../batch/BatchList.tsx';
import { projectFileName } from '../../client/projects/packProject.ts';
import { studio } from '../state/studio.ts';
import { acceptOfFile, batchIdOf, filesOfProject, many, meantFile, workOf } from './manyFiles.ts';
import '../../batch/batch.css';

/** Route many-files: renders the open project once for each of many files. */
export function ManyFiles() {
  const open = useSnapshot(studio);
  const project = open.project as Project;
  const { chosen } = useSnapshot(many);
  const file = meantFile(project, open.selectedLayerId, chosen);
  if (!file)
    return <p className="soft">This project has no file yet. Add a video, an image or audio to be replaced.</p>;
  return (
    <div className="many-files">
      <p className="soft">
        Renders the project once for each file you choose, in place of one of its files. Texts, trims, filters and audio
        stay the same.
      </p>
      <label className="stack-half many-files-which">
        <span>Replaces</span>
        <select
          className="select"
          value={file.url}
          onChange={({ target }) => Object.assign(many, { chosen: target.value })}
        >
          {filesOfProject(project).map(({ url, name }) => (
            <option key={url} value={url}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <BatchList
        id={batchIdOf(open.projectId)}
        work={() => workOf(studio.project, studio.projectId, file)}
        accept={acceptOfFile(file)}
        zipName={projectFileName(project.name)}
        where="under “Apply to many files”"
      />
    </div>
  );
}
