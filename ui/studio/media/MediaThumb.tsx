import { AudioLines, FileQuestionMark } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { newMediaLayer } from '../../../engine/edit/newLayers.ts';
import { type Project, project as projectSchema } from '../../../engine/project/project.ts';
import { localUrlOf, mediaTable } from '../../client/media/mediaTable.ts';
import { pictureKey } from '../../client/media/stills.ts';
import { watchSight } from '../../kit/hooks.ts';
import { Waveform } from '../../media/Waveform.tsx';
import { ScenePicture } from '../../player/ScenePicture.tsx';
import { factsOf, mediaOf, type PanelFile, stateOf } from './panelFiles.ts';

/** Longer side of the picture of a file, in pixels of its project. */
const SIDE = 320;
/** The first frame of a video is often black: it shows a later one, at most this far into it. In seconds. */
const LATER = 1;

/** A picture of a file: the image, a frame of the video, or the waveform of the audio. Made only once it is in sight. */
export function MediaThumb({ file }: { file: PanelFile }) {
  const table = useSnapshot(mediaTable);
  const isMissing = stateOf(file.url, table) === 'missing';
  if (isMissing) return <FileQuestionMark />;
  return file.kind === 'audio' ? <Wave file={file} /> : <Picture file={file} mediaKey={pictureKey(table, file.url)} />;
}

function Picture({ file, mediaKey }: { file: PanelFile; mediaKey: string }) {
  const { url, kind } = file;
  const { width, height, duration } = factsOf(file);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the picture shows nothing else of the file.
  const project = useMemo(() => pictureOf(file), [url, kind, width, height, duration]);
  return <ScenePicture project={project} urlOf={localUrlOf} mediaKey={mediaKey} />;
}

/** A still project of a file in its own shape. */
function pictureOf(file: PanelFile): Project {
  const { width = 16, height = 9, duration } = { ...factsOf(file) };
  const scale = SIDE / Math.max(width, height, 1);
  const side = (length: number, usual: number) => Math.max(16, Math.round(length > 0 ? length * scale : usual));
  const layer = newMediaLayer(mediaOf(file), () => 'file');
  const later = Math.min(LATER, duration / 10);
  const trim = layer.type === 'video' && duration > 2 * LATER ? { isTrimmed: true, startTime: later } : {};
  const position = { x: '0%', y: '0%', width: '100%', height: '100%', rotation: 0 };
  return projectSchema.parse(
    {
      ...{ width: side(width, SIDE), height: side(height, (SIDE * 9) / 16), isImage: true },
      scenes: [{ id: 'file', background: 'transparent', layers: [{ ...layer, ...trim, position }] }],
    },
    { jitless: true },
  );
}

/** Height of a waveform, in CSS pixels. */
const WAVE_HEIGHT = 44;

function Wave({ file }: { file: PanelFile }) {
  const place = useRef<HTMLSpanElement>(null);
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => {
    if (isSeen || !place.current) return;
    return watchSight(place.current, (seen) => seen && setIsSeen(true), '200px');
  }, [isSeen]);
  return (
    <span ref={place} className="media-wave" style={{ height: WAVE_HEIGHT }}>
      {isSeen ? (
        <Waveform url={file.url} duration={factsOf(file).duration} height={WAVE_HEIGHT} />
      ) : (
        <AudioLines aria-hidden="true" />
      )}
    </span>
  );
}
