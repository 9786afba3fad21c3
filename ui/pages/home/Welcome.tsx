import { Clapperboard, FolderOpen } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { Link } from 'wouter';
import { FileButton } from '../../components/FileButton.tsx';
import { ratioStyle } from '../../components/ratioStyle.ts';
import { countInWords } from '../../components/words.ts';
import { ScenePicture } from '../../preview/ScenePicture.tsx';
import { homeProject } from '../../state/openedProject.ts';
import { type Sample, samples } from '../../state/samples.ts';
import '../../style/welcome.css';

/** The first page while nothing is open: what this is, and how to begin. */
export function Welcome() {
  const { files } = useSnapshot(homeProject);
  return (
    <section className="home-project welcome" aria-labelledby="welcome-title">
      <div className="welcome-words">
        <h1 id="welcome-title" tabIndex={-1}>
          Drop a project.
          <br />
          Get a video.
        </h1>
        <p className="soft">
          Make one in the Studio, or drop a project file here with the clips, pictures and music that it names. Cutroom
          renders it on this server; nothing goes anywhere else.
        </p>
        <div className="welcome-actions">
          <Link href="/studio/editor" className="button primary large">
            <Clapperboard aria-hidden="true" />
            Open the Studio
          </Link>
          <FileButton className="button plain large">
            <FolderOpen aria-hidden="true" />
            Choose files
          </FileButton>
        </div>
        <p className="welcome-held" role="status">
          {files.length > 0 && `${countInWords(files.length, 'file')} kept. Now drop the project file that names them.`}
        </p>
      </div>
      <Fan />
    </section>
  );
}

const blank = ratioStyle({ width: 4, height: 5 });

/** Three of the samples, painted here and now: the page's own picture of what comes out. */
function Fan() {
  const { list, status } = useSnapshot(samples);
  const shown = status === 'ready' ? onePerShape(list) : [undefined, undefined, undefined];
  return (
    <div className="fan" aria-hidden="true">
      {shown.map((sample, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the three places stay, whatever stands in them.
        <div key={index} className="fan-card" style={sample ? ratioStyle(sample.project) : blank}>
          {sample ? <ScenePicture project={sample.project} /> : <div className="fitted" />}
        </div>
      ))}
    </div>
  );
}

/** A square, a tall and a wide sample, such as have a picture or a video in them. */
function onePerShape(list: readonly Sample[]): Sample[] {
  const lively = list.filter(({ project }) => project.scenes[0]?.layers.some((layer) => 'url' in layer));
  const shaped = (from: number, to: number) =>
    lively.findLast(({ project }) => project.width / project.height >= from && project.width / project.height < to);
  return [shaped(0.9, 1.1), shaped(0, 0.9), shaped(1.5, 10)].filter((sample) => sample !== undefined);
}
