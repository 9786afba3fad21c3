import { ToolPicture } from '../components/ToolPicture.tsx';
import '../components/toolCards.css';
import './toolIntro.css';

interface Props {
  tool: { id: string; max: number };
}

/** Introduces a tool next to its file picker: an illustration and three steps. */
export function ToolIntro({ tool: { id, max } }: Props) {
  return (
    <div className="tool-intro">
      <ToolPicture id={id} />
      <ol className="soft small">
        <li>Choose {max > 1 ? 'your files' : 'a file'}, or try the sample.</li>
        <li>Adjust the settings and preview each change.</li>
        <li>Create it and download the result.</li>
      </ol>
    </div>
  );
}
