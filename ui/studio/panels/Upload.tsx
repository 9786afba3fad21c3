import { UploadWidget } from '../../media/UploadWidget.tsx';
import { addFiles } from '../state/addFiles.ts';
import { addLink } from '../state/addLink.ts';
import { addSample } from '../state/takeSample.ts';

/** Route upload: files of this device, and what links lead to, become layers. */
export default function Upload() {
  return (
    <UploadWidget
      onFiles={(files) => void addFiles(files)}
      onLink={(pasted) => void addLink(pasted)}
      onSample={() => void addSample()}
    />
  );
}
