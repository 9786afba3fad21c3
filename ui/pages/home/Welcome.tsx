import { Clapperboard, FolderOpen } from 'lucide-react';
import { Link } from 'wouter';
import { FileButton } from '../../components/FileButton.tsx';
import { pictures } from '../../components/pictures.ts';
import { ratioStyle } from '../../components/ratioStyle.ts';
import '../../style/project.css';
import '../../style/welcome.css';

/** Home page while nothing is open: introduction and first steps. */
export function Welcome() {
  return (
    <section className="home-project welcome" aria-labelledby="welcome-title">
      <div className="welcome-words">
        <h1 id="welcome-title" tabIndex={-1}>
          Add a file.
          <br />
          Get a video.
        </h1>
        <p className="soft">
          Trim it, loop it, add text, or build whole scenes in the Studio. Everything happens on this server; nothing is
          sent elsewhere.
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
      </div>
      <Fan />
    </section>
  );
}

/** Three rendered samples, to illustrate results. */
const greeting = [
  { id: 'summer-postcard', width: 384, height: 480 },
  { id: 'phone-story', width: 270, height: 480 },
  { id: 'five-transitions', width: 480, height: 270 },
];

function Fan() {
  return (
    <div className="fan" aria-hidden="true">
      {greeting.map(({ id, ...size }) => (
        <div key={id} className="fan-card" style={ratioStyle(size)}>
          <img className="fan-picture" src={pictures[`sample-${id}`]} alt="" {...size} />
        </div>
      ))}
    </div>
  );
}
