import { UploadWidget } from '../../media/UploadWidget.tsx';
import { addFiles } from '../state/addFiles.ts';
import { addLink } from '../state/addLink.ts';
import { addSample } from '../state/takeSample.ts';

/** Route upload: adds files of this device, links or a sample as layers. */
export default function Upload() {
  return (
    <UploadWidget
      onFiles={(files) => void addFiles(files)}
      onLink={(pasted) => void addLink(pasted)}
      onSample={() => void addSample()}
    />
  );
}
