import { UploadWidget } from '../UploadWidget.tsx';

/** Route upload: files of this device become layers (studio spec §2). */
export default function Upload() {
  return <UploadWidget />;
}
