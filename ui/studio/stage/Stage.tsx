import { type CSSProperties, Suspense, useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { bindPointer } from '../../../engine/browser/gestures/bindPointer.ts';
import { createGestures } from '../../../engine/browser/gestures/createGestures.ts';
import type { FrameCanvas } from '../../../engine/browser/preview/frameCanvas.ts';
import { isPicture } from '../../../engine/kinds/families.ts';
import { isText } from '../../../engine/kinds/text.ts';
import { layerAt } from '../../../engine/layout/hit.ts';
import type { PictureLayer, TextLayer } from '../../../engine/project/layers.ts';
import { LiveRegion } from '../../components/LiveRegion.tsx';
import { place } from '../../state/place.ts';
import { layerPreview, layerTitle } from '../controls/layerTitle.ts';
import { countWords, lastAnnouncement } from '../state/announceChange.ts';
import { lazyPart } from '../state/lazyPart.ts';
import { picking } from '../state/picking.ts';
import { aids } from './aids.ts';
import { lookIn } from './bindZoom.ts';
import { canvasView } from './canvasView.ts';
import { FloatingMenu } from './FloatingMenu.tsx';
import { createGestureHost } from './gestureHost.ts';
import { LayerButtons } from './LayerButtons.tsx';
import { live } from './liveStage.ts';
import { Overlay } from './Overlay.tsx';
import { PlaceholderLabels } from './PlaceholderLabels.tsx';
import { PlayBar } from './PlayBar.tsx';
import { Rulers } from './Rulers.tsx';
import { StageQuality } from './StageQuality.tsx';
import type { ShownLayer } from './stageLayers.ts';
import { TextEditor } from './TextEditor.tsx';
import { UploadBadges } from './UploadBadges.tsx';
import { type StageContent, useShownLayers } from './useShownLayers.ts';
import { useStagePreview } from './useStagePreview.ts';
import { useStageSize } from './useStageSize.ts';
import { useZoom, type ZoomedSize } from './useZoom.ts';
import { ZoomMenu } from './ZoomMenu.tsx';

const CropEditor = lazyPart(async () => (await import('../crop/CropEditor.tsx')).default);

/** The canvas with its overlays: outlines, handles, labels and the text field. */
export default function Stage() {
  const area = useRef<HTMLDivElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const content = useShownLayers();
  const size = useZoom(area, useStageSize(area, content.canvas), content.canvas);
  const preview = useStagePreview(sheet, size?.drawn);
  const scale = size?.scale ?? 1;
  const writing = useWriting(content);
  const cropped = useCropped(content);
  const isEdited = writing !== undefined || cropped !== undefined;
  useGestures(area, sheet, preview, scale);
  useHover(area, sheet, content, scale);
  const { layers, selected, several } = content;
  const isSelected = selected !== undefined || several.length > 0;
  useEffect(() => {
    if (!isSelected) picking.isOn = false;
  }, [isSelected]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
    <div className={useStageClass(size)} ref={area} role="group" aria-label="Canvas" tabIndex={-1}>
      <div className="stage-sheet" ref={sheet} style={sheetStyle(size)} data-zoomed={size?.isZoomed || undefined}>
        <LayerButtons layers={layers} scale={scale} />
        {size && (
          <Overlay
            content={content}
            scale={scale}
            isWriting={writing !== undefined}
            isCropping={cropped !== undefined}
            area={area}
            sheet={sheet}
          />
        )}
        <StageQuality />
        <UploadBadges layers={layers} scale={scale} />
        <PlaceholderLabels layers={layers} scale={scale} />
        {cropped && (
          <Suspense fallback={null}>
            <CropEditor key={cropped.id} layer={cropped} scale={scale} />
          </Suspense>
        )}
        {writing && (
          <TextEditor
            key={writing.id}
            layer={writing.layer}
            box={writing.box}
            scale={scale}
            background={content.background}
          />
        )}
      </div>
      <LiveRegion>
        {selected
          ? `${layerTitle(selected.layer)} ${layerPreview(selected.layer)} selected`
          : several.length > 0
            ? `${countWords(several.length)} selected`
            : ''}
      </LiveRegion>
      <Said />
      {size && <Rulers area={area} sheet={sheet} size={size} />}
      <HandPlane />
      <PlayBar />
      <ZoomMenu />
      {isSelected && !isEdited && size && (
        <FloatingMenu shown={selected ? [selected] : several} scale={scale} area={area} sheet={sheet} size={size} />
      )}
    </div>
  );
}

function useStageClass(size: ZoomedSize | undefined): string {
  const { rulers } = useSnapshot(aids);
  return `studio-stage ${size?.isZoomed ? 'is-zoomed' : ''} ${rulers ? 'has-rulers' : ''}`;
}

/** Covers the canvas while pointers pan the view. */
function HandPlane() {
  const { isHand, isHeld } = useSnapshot(canvasView);
  return isHand || isHeld ? <div className="stage-hand" /> : null;
}

function sheetStyle(size: ZoomedSize | undefined): CSSProperties {
  const { width, height, left, top } = size ?? {};
  return { width, height, left, top };
}

function Said() {
  return <LiveRegion>{useSnapshot(lastAnnouncement).words}</LiveRegion>;
}

/** The text layer being edited, on the text screen. */
function useWriting({ selected }: StageContent): (ShownLayer & { layer: TextLayer }) | undefined {
  const isRoute = useSnapshot(place).screen === 'text';
  if (!isRoute || !selected || !isText(selected.layer)) return undefined;
  return { ...selected, layer: selected.layer };
}

/** The image or video being cropped, on the crop screen. */
function useCropped({ selected }: StageContent): PictureLayer | undefined {
  const isRoute = useSnapshot(place).screen === 'crop';
  return isRoute && selected && isPicture(selected.layer) && !selected.isLocked ? selected.layer : undefined;
}

function useGestures(
  area: React.RefObject<HTMLElement | null>,
  sheet: React.RefObject<HTMLElement | null>,
  preview: React.RefObject<FrameCanvas | undefined>,
  scale: number,
): void {
  const newest = useRef(scale);
  newest.current = scale;
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    const gestures = createGestures(
      createGestureHost({
        preview: () => preview.current,
        scale: () => newest.current,
        look: (change) => lookIn(element, change),
        cursor: (css) => {
          element.style.cursor = css;
        },
      }),
    );
    return bindPointer(element, gestures, (x, y) => toCanvas(sheet.current, x, y, newest.current));
  }, [area, sheet, preview]);
}

/** Tracks the layer under the mouse, for its outline. */
function useHover(
  area: React.RefObject<HTMLElement | null>,
  sheet: React.RefObject<HTMLElement | null>,
  content: StageContent,
  scale: number,
): void {
  const newest = useRef({ content, scale });
  newest.current = { content, scale };
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    const move = (event: PointerEvent) => {
      const isFree =
        event.pointerType === 'mouse' && event.buttons === 0 && sheet.current?.contains(event.target as Node);
      const point = toCanvas(sheet.current, event.clientX, event.clientY, newest.current.scale);
      const id = isFree ? layerAt(newest.current.content.layers, point)?.id : undefined;
      if (live.hoveredId !== (id ?? null)) live.hoveredId = id ?? null;
    };
    const leave = () => {
      live.hoveredId = null;
    };
    element.addEventListener('pointermove', move);
    element.addEventListener('pointerleave', leave);
    return () => {
      element.removeEventListener('pointermove', move);
      element.removeEventListener('pointerleave', leave);
      leave();
    };
  }, [area, sheet]);
}

function toCanvas(sheet: HTMLElement | null, clientX: number, clientY: number, scale: number) {
  const { left = 0, top = 0 } = sheet?.getBoundingClientRect() ?? {};
  return { x: (clientX - left) / scale, y: (clientY - top) / scale };
}
