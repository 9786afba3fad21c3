import {
  ImageUpscale,
  Minimize2,
  PanelBottomDashed,
  PanelLeftDashed,
  PanelRightDashed,
  PanelTopDashed,
  Ruler,
} from 'lucide-react';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import {
  type CanvasSide,
  expandPadding,
  matchCanvas,
  ratioPresets,
  removePadding,
  setRatio,
} from '../../../engine/edit/canvas.ts';
import { MAX_SIDE } from '../../../engine/project/limits.ts';
import type { Project, Scene } from '../../../engine/project/project.ts';
import { change, studio } from '../state/studio.ts';
import { BackButton } from './BackButton.tsx';
import { CustomSize } from './CustomSize.tsx';
import { FooterBar, FooterGroup } from './FooterBar.tsx';
import { FooterButton } from './FooterButton.tsx';

/** The footer of the canvas: its ratio or size, and padding around it. */
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
  const isPreset = ratioPresets.some(({ ratio }) => ratio === project.ratio);
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
          pressed={ratio === project.ratio && !custom}
          onClick={() => {
            setCustom(false);
            change((now) => setRatio(now, ratio));
          }}
        />
      ))}
      <FooterButton
        className="is-wide"
        label="Match the picture"
        icon={<ImageUpscale />}
        disabled={!picture}
        onClick={() => {
          setCustom(false);
          if (picture) change((now) => matchCanvas(now, picture));
        }}
      />
      <FooterButton label="Custom" icon={<Ruler />} pressed={custom} onClick={() => setCustom(true)} />
      {custom && <CustomSize project={project} />}
    </FooterGroup>
  );
}

/** The picture or video of a scene that lies at the back; its size is known. */
function pictureOf(scene: Scene | undefined): { width: number; height: number } | undefined {
  const layer = scene?.layers.findLast((one) => 'width' in one && one.width !== undefined);
  return layer && 'width' in layer && layer.width && layer.height
    ? { width: layer.width, height: layer.height }
    : undefined;
}

/** A frame of a ratio inside a square of 28. */
function RatioFrame({ ratio }: { ratio: string }) {
  const [across = 1, down = 1] = ratio.split(':').map(Number);
  const scale = 26 / Math.max(across, down);
  const [width, height] = [across * scale, down * scale];
  return (
    <svg
      width="28"
      height="28"
      viewBox="0 0 28 28"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      aria-hidden="true"
    >
      <rect x={14 - width / 2} y={14 - height / 2} width={width} height={height} rx="3" />
    </svg>
  );
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
