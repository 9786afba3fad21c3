import { Play, X } from 'lucide-react';
import { type RefObject, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { navigate } from 'wouter/use-browser-location';
import { canvasSize } from '../../../engine/layout/canvasSize.ts';
import { LiveRegion, tenths } from '../../components/LiveRegion.tsx';
import { ProgressBar } from '../../components/ProgressBar.tsx';
import { sendingWords } from '../../components/sendingWords.ts';
import { useFocusHandover } from '../../components/useFocusHandover.ts';
import { mediaTable } from '../../media/mediaTable.ts';
import { renderHomeProject, stopSending } from '../../state/homeProject.ts';
import { homeProject } from '../../state/openedProject.ts';
import '../../style/project.css';

/** The button that renders the open project; upload progress replaces it meanwhile. */
export function RenderAction() {
  return useSnapshot(homeProject).step === 'idle' ? <Start /> : <Sending />;
}

function Start() {
  const { media } = useSnapshot(homeProject);
  const place = useButtonFocus();
  const missing = media.filter((item) => item.state === 'missing').length;
  const start = async () => {
    if (missing > 0) return;
    const { project } = homeProject;
    const id = await renderHomeProject();
    if (id) navigate(`/videos/${id}`, { state: project && canvasSize(project) });
  };
  return (
    <div ref={place} className="render-action">
      <button
        type="button"
        className="button primary large"
        aria-disabled={missing > 0}
        aria-describedby="render-note"
        onClick={start}
      >
        <Play aria-hidden="true" />
        Render
      </button>
      <p id="render-note" className="soft small">
        {missing > 0 && (missing === 1 ? 'Waits for the missing file.' : 'Waits for the missing files.')}
      </p>
    </div>
  );
}

function Sending() {
  const { media, files, step } = useSnapshot(homeProject);
  const place = useButtonFocus();
  const { byUrl } = useSnapshot(mediaTable);
  const used = files
    .filter((file) => media.some((item) => item.fileName === file.name))
    .flatMap(({ url }) => byUrl[url] ?? []);
  const size = used.reduce((sum, file) => sum + file.size, 0);
  const share = size > 0 ? used.reduce((sum, file) => sum + (file.readUrl ? file.size : file.sent), 0) / size : 1;
  const words = sendingWords(step === 'uploading' ? share : undefined);
  return (
    <div ref={place} className="render-action sending">
      <div>
        <span className="numbers">{words}</span>
        <ProgressBar value={step === 'uploading' ? share : undefined} label="Sending the project" />
        <LiveRegion>{step === 'uploading' ? `Uploading, ${tenths(share)}` : words}</LiveRegion>
      </div>
      <button type="button" className="button plain" onClick={stopSending}>
        <X aria-hidden="true" />
        Stop
      </button>
    </div>
  );
}

/** Moves the focus to the new button when one button replaces another. @returns ref for the button's container. */
function useButtonFocus(): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  useFocusHandover(place, () => document.querySelector<HTMLElement>('.render-action button'));
  return place;
}
