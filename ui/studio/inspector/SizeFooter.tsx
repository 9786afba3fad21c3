import {
  ImageUpscale,
  Minimize2,
  PanelBottomDashed,
  PanelLeftDashed,
  PanelRightDashed,
  PanelTopDashed,
  Proportions,
  Ruler,
} from 'lucide-react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { hasItsRatio, matchCanvas, ratioPresets, setCanvasSize } from '../../../engine/edit/canvas.ts';
import { type CanvasSide, expandPadding, removePadding, setRatio } from '../../../engine/edit/canvasShape.ts';
import { MAX_SIDE } from '../../../engine/project/limits.ts';
import type { Project, Scene } from '../../../engine/project/project.ts';
import { RatioFrame } from '../../kit/RatioFrame.tsx';
import { parseNumber } from '../../kit/words.ts';
import { FooterButton } from '../controls/FooterButton.tsx';
import { openSheet } from '../state/go.ts';
import { change, studio } from '../state/studio.ts';
import { BackButton, FooterBar, FooterGroup } from './FooterBar.tsx';

/** The resize footer: aspect ratio or size of the canvas, and padding. */
export function SizeFooter() {
  const { project } = useSnapshot(studio);
  return (
    <FooterBar label="Resize" lead={<BackButton />}>
      <RatioGroup project={project} />
      <PaddingGroup project={project} />
    </FooterBar>
  );
}

function RatioGroup({ project }: { project: Project }) {
  const isPreset = ratioPresets.some(({ ratio }) => ratio === project.ratio) && hasItsRatio(project);
  const [custom, setCustom] = useState(!isPreset && !project.padding);
  const { selectedSceneId } = useSnapshot(studio);
  const picture = pictureOf(project.scenes.find(({ id }) => id === selectedSceneId));
  return (
    <FooterGroup label="Aspect ratio">
      {ratioPresets.map(({ ratio, name }) => (
        <FooterButton
          key={ratio}
          label={ratio}
          name={`${ratio}, ${name}`}
          icon={<RatioFrame ratio={ratio} />}
          pressed={isPreset && ratio === project.ratio && !custom}
          onClick={() => {
            setCustom(false);
            change((now) => setRatio(now, ratio));
          }}
        />
      ))}
      <FooterButton
        className="is-wide"
        label="Match the image"
        icon={<ImageUpscale />}
        disabled={!picture}
        onClick={() => {
          setCustom(false);
          if (picture) change((now) => matchCanvas(now, picture));
        }}
      />
      <FooterButton label="By purpose" icon={<Proportions />} onClick={() => openSheet('output')} />
      <FooterButton label="Custom" icon={<Ruler />} pressed={custom} onClick={() => setCustom(true)} />
      {custom && <CustomSize project={project} />}
    </FooterGroup>
  );
}

/** The backmost image or video of a scene with known dimensions. */
function pictureOf(scene: Scene | undefined): { width: number; height: number } | undefined {
  const layer = scene?.layers.findLast((one) => 'width' in one && one.width !== undefined);
  return layer && 'width' in layer && layer.width && layer.height
    ? { width: layer.width, height: layer.height }
    : undefined;
}

const sides: readonly { side: CanvasSide; label: string; icon: React.ReactNode }[] = [
  { side: 'top', label: 'Top', icon: <PanelTopDashed /> },
  { side: 'bottom', label: 'Bottom', icon: <PanelBottomDashed /> },
  { side: 'left', label: 'Left', icon: <PanelLeftDashed /> },
  { side: 'right', label: 'Right', icon: <PanelRightDashed /> },
];

function PaddingGroup({ project }: { project: Project }) {
  const lengthOf = (side: CanvasSide) => (side === 'left' || side === 'right' ? project.width : project.height);
  return (
    <FooterGroup label="Expand padding">
      <p className="footer-caption soft" aria-hidden="true">
        Expand padding
      </p>
      {sides.map(({ side, label, icon }) => (
        <FooterButton
          key={side}
          label={label}
          name={`Expand padding: ${label}`}
          icon={icon}
          disabled={lengthOf(side) >= MAX_SIDE}
          onClick={() => change((now) => expandPadding(now, side))}
        />
      ))}
      <FooterButton
        className="is-wide"
        label="Remove extra padding"
        icon={<Minimize2 />}
        disabled={!project.padding}
        onClick={() => change(removePadding)}
      />
    </FooterGroup>
  );
}

/** Canvas width and height in pixels, applied by the button or Enter. */
function CustomSize({ project }: { project: Project }) {
  const [draft, setDraft] = useState({ width: String(project.width), height: String(project.height) });
  const [refusal, setRefusal] = useState('');
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  // On a phone it opens out of view.
  useEffect(() => {
    form.current?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, []);
  useEffect(() => {
    setDraft({ width: String(project.width), height: String(project.height) });
    setRefusal('');
  }, [project.width, project.height]);
  const apply = (event: FormEvent) => {
    event.preventDefault();
    const sized = (now: Project) => setCanvasSize(now, parseNumber(draft.width), parseNumber(draft.height));
    const tried = sized(project);
    setRefusal(tried.ok ? '' : tried.problems.map(({ message }) => message).join(' '));
    change((now) => {
      const made = sized(now);
      return made.ok ? made.value : now;
    });
  };
  return (
    <form ref={form} className="custom-size" onSubmit={apply} noValidate>
      {(['width', 'height'] as const).map((side) => (
        <label key={side}>
          <span>{side === 'width' ? 'W' : 'H'}</span>
          <input
            aria-label={side === 'width' ? 'Width in pixels' : 'Height in pixels'}
            aria-invalid={refusal.includes(`The ${side} `)}
            aria-describedby={refusal ? id : undefined}
            inputMode="numeric"
            maxLength={6}
            value={draft[side]}
            onFocus={(event) => event.target.select()}
            onChange={({ target }) => setDraft({ ...draft, [side]: target.value })}
          />
        </label>
      ))}
      <button type="submit" className="button plain">
        Apply
      </button>
      <p id={id} className="refusal" role="alert">
        {refusal}
      </p>
    </form>
  );
}
