import { UploadWidget } from '../../media/UploadWidget.tsx';
import { addFiles } from '../state/files.ts';
import { addSample } from '../state/takeSample.ts';

/** Route upload: files of this device become layers. */
export default function Upload() {
  return <UploadWidget onFiles={(files) => void addFiles(files)} onSample={() => void addSample()} />;
}
