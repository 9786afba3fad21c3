import { Download } from 'lucide-react';
import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { proxy } from 'valtio/vanilla';
import { findLayer } from '../../../engine/edit/find.ts';
import { kindOf } from '../../../engine/kinds/index.ts';
import { messages } from '../../../engine/project/messages.ts';
import { loadWithRetry } from '../../app/lazyPart.ts';
import { showError } from '../../client/page/notices.ts';
import { Switch } from '../../kit/Switch.tsx';
import { UploadWidget } from '../../media/UploadWidget.tsx';
import { BrandLogos } from '../../pickers/BrandLogos.tsx';
import { addFiles, importIntoProject, isSoundReplaced } from '../state/addFiles.ts';
import { fileChoice, landMedia, setStacks } from '../state/addLayers.ts';
import { addLink } from '../state/addLink.ts';
import { useLayer } from '../state/layers.ts';
import { layersIn, selectedLayer, studio } from '../state/studio.ts';

/** Route upload: adds files of this device, links or a sample as layers. */
export function Upload() {
  const { stacks } = useSnapshot(fileChoice);
  return (
    <>
      <UploadWidget
        onFiles={(files) => void addFiles(files)}
        onLink={(pasted) => void addLink(pasted)}
        onSample={() => void addSample()}
      />
      <Switch
        label="On top of each other"
        hint="Several files go into one scene, instead of following each other."
        on={stacks}
        onChange={setStacks}
      />
    </>
  );
}

/**
 * Adds the sample video as a layer ("or try a sample!").
 * @param options.replace id of the layer to replace; audio is replaced by the sample audio.
 */
export function addSample({ replace }: { replace?: string } = {}): Promise<void> {
  const isSound = isSoundReplaced(replace);
  return importIntoProject({
    words: messages.uploadFetches,
    load: async (signal) => {
      const { fetchSample, SAMPLE_SOUND, SAMPLE_VIDEO } = await loadWithRetry(() => import('../state/deferred.ts'));
      return fetchSample(isSound ? SAMPLE_SOUND : SAMPLE_VIDEO, signal);
    },
    land: (sample) => landMedia([sample], replace),
  });
}

/**
 * Route drag-upload: shown while files are dragged over the window. On touch devices, shows the upload panel instead.
 */
export function DragUpload() {
  const isOverPlaceholder = usePlaceholderUnder() !== undefined;
  if (matchMedia('(hover: none) and (pointer: coarse)').matches) return <Upload />;
  return (
    <div className="stack upload-widget is-drag">
      <Download aria-hidden="true" />
      <strong>{isOverPlaceholder ? 'Drop to replace the placeholder' : 'Drag here to upload'}</strong>
    </div>
  );
}

/** The placeholder under files that are dragged over the window, or were dropped last. */
const fileTarget = proxy({ layerId: undefined as string | undefined });

/** Returns the placeholder that files were dropped on; undefined for audio, which it cannot show. */
export function targetOfDrag([first]: readonly File[]): string | undefined {
  const layer = findLayer(studio.project, fileTarget.layerId ?? '')?.layer;
  fileTarget.layerId = undefined;
  return layer?.type === 'placeholder' && !first?.type.startsWith('audio/') ? layer.id : undefined;
}

/** Notes which placeholder of the canvas dragged files are over; the panel is in front of the canvas. */
function usePlaceholderUnder(): string | undefined {
  useEffect(() => {
    fileTarget.layerId = undefined;
    const ending = new AbortController();
    const note = ({ clientX, clientY }: DragEvent) => {
      fileTarget.layerId = placeholderUnder(clientX, clientY);
    };
    addEventListener('dragover', note, { signal: ending.signal });
    return () => ending.abort();
  }, []);
  return useSnapshot(fileTarget).layerId;
}

/** Returns the placeholder at a position of the window, unless another layer covers it. */
function placeholderUnder(x: number, y: number): string | undefined {
  const shown = [...document.querySelectorAll<HTMLElement>('.stage-layer')];
  const byId = new Map(shown.map((element) => [element.dataset.layer, element]));
  const front = layersIn(studio.project, studio.selectedSceneId).find(({ id }) => {
    const box = byId.get(id)?.getBoundingClientRect();
    return box && x >= box.left && x < box.right && y >= box.top && y < box.bottom;
  });
  return front?.type === 'placeholder' ? front.id : undefined;
}

/** Route replace: replaces the selected layer with a file. */
export function Replace() {
  const replaceBy = (add: (options: { replace: string }) => unknown) => {
    const layer = selectedLayer();
    if (!layer) return showError(messages.replaceNothing);
    void add({ replace: layer.id });
  };
  const replace = (files: File[]) => replaceBy((options) => addFiles(files.slice(0, 1), options));
  const ways = {
    multiple: false,
    onFiles: replace,
    onLink: (pasted: string) => replaceBy((options) => addLink(pasted, options)),
    onSample: () => replaceBy(addSample),
  };
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
