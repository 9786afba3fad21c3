import { Download } from 'lucide-react';
import Upload from './Upload.tsx';

/**
 * Route drag-upload: shown while files are dragged over the window. On touch devices, shows the upload panel instead.
 */
export default function DragUpload() {
  if (matchMedia('(hover: none) and (pointer: coarse)').matches) return <Upload />;
  return (
    <div className="upload-widget is-drag">
      <Download aria-hidden="true" />
      <strong>Drag here to upload</strong>
    </div>
  );
}
