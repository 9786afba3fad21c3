import { Download } from 'lucide-react';
import Upload from './Upload.tsx';

/** Route drag-upload: what is seen while files are held over the window. Where no pointer holds any, the way to choose them. */
export default function DragUpload() {
  if (matchMedia('(hover: none) and (pointer: coarse)').matches) return <Upload />;
  return (
    <div className="upload-widget is-drag">
      <Download aria-hidden="true" />
      <strong>Drag here to upload</strong>
    </div>
  );
}
