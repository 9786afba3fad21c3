import { ArrowLeftFromLine, Copy, Dices, Pipette } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { setSceneBackground } from '../../../engine/edit/scenes.ts';
import { brandColors } from '../../client/brand/brandColors.ts';
import { canPickFromScreen, pickFromScreen } from '../../kit/eyeDropper.ts';
import { isSameColor, presets, printColor, Swatch, SwatchRow } from '../../kit/swatches.tsx';
import { FooterButton } from '../controls/FooterButton.tsx';
import { openSheet } from '../state/go.ts';
import { change, sceneOf, studio } from '../state/studio.ts';
import { BackButton, FooterBar, FooterGroup } from './FooterBar.tsx';

/** All presets except white, the default of a scene. */
const offered = presets.filter(({ color }) => color !== '#ffffff');

/** The background footer: the scene's color, shortcuts to other colors, and the presets. */
export function BackgroundFooter() {
  const { project, selectedSceneId } = useSnapshot(studio);
  const { id, background } = sceneOf(project, selectedSceneId);
  const own = useSnapshot(brandColors).colors;
  const set = (color: string) => change((now) => setSceneBackground(now, id, color));
  return (
    <FooterBar label="Background" lead={<BackButton />}>
      <FooterGroup label="Color">
        <FooterButton
          label={printColor(background)}
          name={`Background color: ${printColor(background)}`}
          className="footer-hex numbers"
          icon={<Swatch color={background} />}
          onClick={() => openSheet('background/color')}
        />
        <FooterButton label="Pick color" icon={<Pipette />} onClick={() => void pick(set)} />
      </FooterGroup>
      <FooterGroup label="Scenes">
        <SceneOptions sceneId={id} background={background} set={set} />
      </FooterGroup>
      {own.length > 0 && (
        <FooterGroup>
          <SwatchRow
            label="Brand"
            colors={own.map((color) => ({ color, name: printColor(color) }))}
            value={background}
            onChoose={set}
          />
        </FooterGroup>
      )}
      <FooterGroup>
        <SwatchRow label="Presets" colors={offered} value={background} onChoose={set} />
      </FooterGroup>
    </FooterBar>
  );
}

interface OptionsProps {
  sceneId: string;
  background: string;
  set: (color: string) => void;
}

/** A random preset, the color of the previous scene, and this color for all scenes. */
function SceneOptions({ sceneId, background, set }: OptionsProps) {
  const { scenes } = useSnapshot(studio).project;
  const before = scenes[scenes.findIndex((scene) => scene.id === sceneId) - 1]?.background;
  const same = scenes.every((scene) => isSameColor(scene.background, background));
  return (
    <>
      <FooterButton
        label="Random"
        name="Random: any preset"
        icon={<Dices />}
        onClick={() => set(anyOther(background))}
      />
      <FooterButton
        label="Copy previous"
        name="Copy previous: color of the previous scene"
        icon={<ArrowLeftFromLine />}
        disabled={before === undefined || isSameColor(before, background)}
        onClick={() => before !== undefined && set(before)}
      />
      <FooterButton
        label="All scenes"
        name="All scenes: this color"
        icon={<Copy />}
        disabled={same}
        onClick={() =>
          change((now) => now.scenes.reduce((made, scene) => setSceneBackground(made, scene.id, background), now))
        }
      />
    </>
  );
}

function anyOther(color: string): string {
  const others = offered.filter((one) => !isSameColor(one.color, color));
  return others[Math.floor(Math.random() * others.length)]?.color ?? color;
}

/** With the eye dropper if supported; else opens the color panel. */
async function pick(set: (color: string) => void): Promise<void> {
  if (!canPickFromScreen()) return openSheet('background/color');
  const color = await pickFromScreen();
  if (color !== undefined) set(color);
}
