import { kindOf } from '../../../engine/kinds/index.ts';
import { messages } from '../../../engine/project/messages.ts';
import { BrandLogos } from '../../brand/BrandLogos.tsx';
import { UploadWidget } from '../../media/UploadWidget.tsx';
import { showError } from '../../state/notices.ts';
import { useLayer } from '../effects/useLayer.ts';
import { addFiles } from '../state/addFiles.ts';
import { addLink } from '../state/addLink.ts';
import { selectedLayer } from '../state/studio.ts';

/** Route replace: replaces the selected layer with a file. */
export default function Replace() {
  const replace = (files: File[]) => {
    const layer = selectedLayer();
    if (!layer) return showError(messages.replaceNothing);
    void addFiles(files.slice(0, 1), { replace: layer.id });
  };
  const link = (pasted: string) => {
    const layer = selectedLayer();
    if (!layer) return showError(messages.replaceNothing);
    void addLink(pasted, { replace: layer.id });
  };
  const ways = { multiple: false, onFiles: replace, onLink: link };
  const layer = useLayer();
  const isSound = layer !== undefined && kindOf(layer).media === 'audio';
  return isSound ? (
    <UploadWidget {...ways} label="Click to upload audio" accept="audio/*,video/*" />
  ) : (
    <>
      <UploadWidget {...ways} />
      <BrandLogos onChoose={(file) => replace([file])} />
    </>
  );
}
