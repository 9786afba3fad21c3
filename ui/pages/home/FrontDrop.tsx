import { navigate } from 'wouter/use-browser-location';
import { DropTarget } from '../../components/DropTarget.tsx';
import { openFiles } from '../../state/homeProject.ts';

/** Takes what is dropped on a page that works on no files: it is opened where projects are, on the first page. */
export default function FrontDrop() {
  return (
    <DropTarget title="Drop to open" words="A video, a picture, a sound, or a project with its media" onFiles={open} />
  );
}

function open(files: File[]): Promise<void> {
  navigate('/');
  return openFiles(files);
}
