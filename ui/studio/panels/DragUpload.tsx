import { Download } from 'lucide-react';

/** Route drag-upload: what is seen while files are held over the window. */
export default function DragUpload() {
  return (
    <div className="upload-widget is-drag">
      <Download aria-hidden="true" />
      <strong>Drag here to upload</strong>
    </div>
  );
}
