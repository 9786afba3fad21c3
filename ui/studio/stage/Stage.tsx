import { CloudAlert, CloudUpload, EyeOff } from 'lucide-react';
import { type CSSProperties, type MouseEvent, memo, Suspense, useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { bindPointer, TARGET_ATTRIBUTE } from '../../../engine/browser/gestures/bindPointer.ts';
import { createGestures } from '../../../engine/browser/gestures/createGestures.ts';
import type { ShownLayer } from '../../../engine/browser/gestures/stageLayers.ts';
import type { FrameCanvas } from '../../../engine/browser/preview/frameCanvas.ts';
import { isPicture } from '../../../engine/kinds/families.ts';
import { isText } from '../../../engine/kinds/text.ts';
import type { Size } from '../../../engine/layout/box.ts';
import { canvasSize } from '../../../engine/layout/canvasSize.ts';
import { layerAt } from '../../../engine/layout/hit.ts';
import { centerOf } from '../../../engine/layout/point.ts';
import type { PictureLayer, TextLayer } from '../../../engine/project/layers.ts';
import { place } from '../../app/place.ts';
import { layerPreview, layerTitle } from '../../client/media/layerTitle.ts';
import { cancelWork, mediaTable } from '../../client/media/mediaTable.ts';
import { isBeingMade } from '../../client/media/stills.ts';
import { isAdding } from '../../kit/input.ts';
import { LiveRegion } from '../../kit/progress.tsx';
import { ContextMenu } from '../actions/ContextMenu.tsx';
import { CropEditor } from '../crop/CropEditor.tsx';
import { countWords, lastAnnouncement } from '../state/announceChange.ts';
import { canvasView } from '../state/canvasView.ts';
import { chooseLayer, goTo, openSheet, toggleLayer } from '../state/go.ts';
import { aids, live, picking } from '../state/liveStage.ts';
import { selectLayer, studio } from '../state/studio.ts';
import { type Badge, badgeOf, gatherBadges } from './badges.ts';
import { lookIn } from './bindZoom.ts';
import { CanvasMenus } from './CanvasMenus.tsx';
import { StageQuality } from './CanvasPreview.tsx';
import { FloatingMenu } from './FloatingMenu.tsx';
import { createGestureHost } from './gestureHost.ts';
import { Overlay } from './Overlay.tsx';
import { EditorPlayBar } from './PlayBar.tsx';
import { Rulers } from './Rulers.tsx';
import { boxStyle, scaledBox } from './SelectionBox.tsx';
import { TextEditor } from './TextEditor.tsx';
import { type StageContent, useShownLayers } from './useShownLayers.ts';
import { useStagePreview } from './useStagePreview.ts';
import { useStageSize } from './useStageSize.ts';
import { useZoom, type ZoomedSize } from './useZoom.ts';

/** The canvas with its overlays: outlines, handles, labels and the text field. */
export function Stage() {
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
      <Announcement />
      {size && <Rulers area={area} sheet={sheet} size={size} />}
      <HandPlane />
      <EditorPlayBar />
      <CanvasMenus />
      {isSelected && !isEdited && size && (
        <FloatingMenu shown={selected ? [selected] : several} scale={scale} area={area} sheet={sheet} size={size} />
      )}
      {!isEdited && (
        <ContextMenu
          area={area}
          layerAt={(x, y) => layerAt(layers, toCanvas(sheet.current, x, y, scale))?.id}
          select={chooseLayer}
        />
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
  const { isHand, isSpaceDown } = useSnapshot(canvasView);
  return isHand || isSpaceDown ? <div className="cover stage-hand" /> : null;
}

function sheetStyle(size: ZoomedSize | undefined): CSSProperties {
  const { width, height, left, top } = size ?? {};
  return { width, height, left, top };
}

function Announcement() {
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

/**
 * A button over each layer, front to back, for the keyboard and screen readers. Only its focus ring is visible, and
 * pointer events pass through to the stage.
 */
function LayerButtons({ layers, scale }: { layers: readonly ShownLayer[]; scale: number }) {
  const { selectedLayerId, severalIds, project } = useSnapshot(studio);
  const { width, height } = canvasSize(project);
  return layers.map((shown) => (
    <LayerButton
      key={shown.id}
      shown={shown}
      scale={scale}
      isSelected={shown.id === selectedLayerId || severalIds.includes(shown.id)}
      canvasWidth={width}
      canvasHeight={height}
    />
  ));
}

interface LayerButtonsProps {
  shown: ShownLayer;
  scale: number;
  isSelected: boolean;
  canvasWidth: number;
  canvasHeight: number;
}

/** Memoized, since a drag moves one of possibly hundreds of layers. */
const LayerButton = memo(function LayerButton({
  shown,
  scale,
  isSelected,
  canvasWidth,
  canvasHeight,
}: LayerButtonsProps) {
  return (
    <button
      type="button"
      className="stage-layer"
      data-layer={shown.id}
      aria-label={layerName(shown, { width: canvasWidth, height: canvasHeight })}
      aria-pressed={isSelected}
      style={boxStyle(shown.box, scale)}
      onClick={(event) => act(shown, event)}
    />
  );
});

/** Shift or Ctrl toggles the layer in the selection. Activating the selected text layer again edits its text. */
function act({ id, layer }: ShownLayer, event: MouseEvent): void {
  if (isAdding(event) || picking.isOn) toggleLayer(id);
  else if (studio.selectedLayerId === id && isText(layer)) goTo('text');
  else chooseLayer(id);
}

/** Accessible name of a layer: its type and text, or the position of its center. @param canvas pixels. */
export function layerName({ layer, box }: Pick<ShownLayer, 'layer' | 'box'>, canvas: Size): string {
  const words = layerPreview(layer);
  if (words) return `${layerTitle(layer)}: ${words}`;
  const part = (at: number, length: number) => Math.round((100 * at) / length);
  const [x, y] = [part(box.x + box.width / 2, canvas.width), part(box.y + box.height / 2, canvas.height)];
  return `${layerTitle(layer)}, middle at ${x}% from the left, ${y}% from the top`;
}

/** Minimum size of a placeholder on screen that fits the label, in CSS pixels. */
const ROOM = { width: 96, height: 48 };

/** REPLACE in the middle of each placeholder. Hidden where another layer covers it. */
function PlaceholderLabels({ layers, scale }: { layers: readonly ShownLayer[]; scale: number }) {
  return layers
    .filter((shown) => shown.layer.type === 'placeholder' && isInSight(shown, layers, scale))
    .map(({ id, box }) => {
      const { x, y } = centerOf(box);
      return (
        <button
          key={id}
          type="button"
          className="stage-replace"
          {...{ [TARGET_ATTRIBUTE]: 'none' }}
          style={{ left: x * scale, top: y * scale }}
          onClick={() => {
            selectLayer(id);
            openSheet('replace');
          }}
        >
          REPLACE
        </button>
      );
    });
}

function isInSight({ id, box }: ShownLayer, layers: readonly ShownLayer[], scale: number): boolean {
  const hasRoom = box.width * scale >= ROOM.width && box.height * scale >= ROOM.height;
  return hasRoom && layerAt(layers, centerOf(box))?.id === id;
}

/**
 * Badges over layers with the state of their files: upload progress, server work, and formats that cannot be shown
 * here. Many of one kind become a single badge in the corner.
 */
function UploadBadges({ layers, scale }: { layers: readonly ShownLayer[]; scale: number }) {
  const { byUrl, busy, proxies } = useSnapshot(mediaTable);
  const urls = new Set<string>();
  const found = layers.flatMap(({ layer, box }) => {
    const url = 'url' in layer ? layer.url : '';
    if (urls.has(url)) return [];
    urls.add(url);
    const { x, y } = scaledBox(box, scale);
    const place = { x: Math.max(0, x), y: Math.max(0, y) };
    return badgeOf(url, place, { entry: byUrl[url], busy: busy[url], light: proxies[url] }) ?? [];
  });
  const files = [...urls].flatMap((url) => byUrl[url] ?? []);
  const badges = gatherBadges(found, files);
  const canCancel = (url: string) => busy[url] !== undefined || isBeingMade(proxies[url]);
  const show = (badge: Badge) => (
    <BadgeView key={`${badge.kind} ${badge.urls[0]}`} badge={badge} cancellable={badge.urls.filter(canCancel)} />
  );
  const gathered = badges.filter(({ place }) => place === undefined);
  return (
    <>
      {badges.filter(({ place }) => place !== undefined).map(show)}
      {gathered.length > 0 && <div className="stage-badges">{gathered.map(show)}</div>}
    </>
  );
}

const icons = { busy: CloudUpload, upload: CloudUpload, unshown: EyeOff, refused: CloudAlert };

function BadgeView({ badge, cancellable }: { badge: Badge; cancellable: readonly string[] }) {
  const { kind, words, name, place, percent } = badge;
  const Icon = icons[kind];
  const progress = { role: 'progressbar', 'aria-label': `Uploading ${name}`, 'aria-valuenow': percent };
  return (
    <span
      className={`stage-badge${kind === 'refused' ? ' is-bad' : ''}`}
      style={place && { left: place.x, top: place.y }}
      {...(kind === 'upload' ? progress : kind === 'busy' ? { role: 'status' } : {})}
    >
      <Icon aria-hidden="true" />
      {kind === 'upload' ? <span className="numbers">{words}</span> : words}
      {cancellable.length > 0 && (
        <button
          type="button"
          className="text-button"
          {...{ [TARGET_ATTRIBUTE]: 'none' }}
          onClick={() => cancellable.forEach(cancelWork)}
        >
          Cancel
        </button>
      )}
    </span>
  );
}
