import { Copy } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { hasItsRatio, ratioPresets, setCanvasSize } from '../../../engine/edit/canvas.ts';
import { setRatio } from '../../../engine/edit/canvasShape.ts';
import { MAX_SIDE, MIN_SIDE } from '../../../engine/project/limits.ts';
import type { Project } from '../../../engine/project/project.ts';
import { totalDuration } from '../../../engine/timeline/durations.ts';
import { NumberField } from '../../kit/NumberField.tsx';
import { SelectField } from '../../kit/SelectField.tsx';
import { isSameColor } from '../../kit/swatches.tsx';
import { lengthInWords } from '../../kit/words.ts';
import { Section } from '../controls/Section.tsx';
import { BackgroundColor } from '../inspector/ColorPanels.tsx';
import { openSheet } from '../state/go.ts';
import { change, endStep, sceneOf, studio } from '../state/studio.ts';

/** The properties of the canvas and of the selected scene, while no layer is selected. */
export function Properties() {
  const { project, selectedSceneId } = useSnapshot(studio) as { project: Project; selectedSceneId: string };
  const scene = sceneOf(project, selectedSceneId);
  const isSame = project.scenes.every(({ background }) => isSameColor(background, scene.background));
  return (
    <>
      <div className="row properties-head">
        <strong className="ellipsis">Project</strong>
      </div>
      <div className="properties-body">
        <Section title="Canvas">
          <CanvasSize project={project} />
        </Section>
        <Section title="Background">
          <BackgroundColor />
          {project.scenes.length > 1 && (
            <button
              type="button"
              className="button plain"
              aria-disabled={isSame}
              onClick={() =>
                change((now) => ({
                  ...now,
                  scenes: now.scenes.map((one) => ({ ...one, background: scene.background })),
                }))
              }
            >
              <Copy aria-hidden="true" />
              Apply to all scenes
            </button>
          )}
        </Section>
        <Section title="Video">
          <div className="row split">
            <span className="soft small">{lengthInWords(totalDuration(project))}</span>
            <button type="button" className="button plain" onClick={() => openSheet('output')}>
              Output
            </button>
          </div>
        </Section>
      </div>
    </>
  );
}

function CanvasSize({ project }: { project: Project }) {
  const { width, height } = project;
  const isOwn = ratioPresets.some((preset) => preset.ratio === project.ratio) && hasItsRatio(project);
  const shaped = ratioPresets.find((preset) => hasItsRatio({ ...project, ratio: preset.ratio }));
  const ratio = isOwn ? project.ratio : shaped?.ratio;
  const set = (wide: number, high: number) =>
    change((now) => {
      const sized = setCanvasSize(now, wide, high);
      return sized.ok ? sized.value : now;
    }, 'canvas size');
  return (
    <div className="stack">
      <div className="number-grid">
        <NumberField
          {...{ label: 'W', name: 'W, width of the canvas', value: width, unit: 'px' }}
          {...{ min: MIN_SIDE, max: MAX_SIDE, step: 2 }}
          onChange={(to) => set(Math.round(to), height)}
          onEnd={endStep}
        />
        <NumberField
          {...{ label: 'H', name: 'H, height of the canvas', value: height, unit: 'px' }}
          {...{ min: MIN_SIDE, max: MAX_SIDE, step: 2 }}
          onChange={(to) => set(width, Math.round(to))}
          onEnd={endStep}
        />
      </div>
      <SelectField
        label="Aspect ratio"
        value={ratio}
        choices={ratioPresets.map((preset) => ({ value: preset.ratio, title: `${preset.ratio} ${preset.name}` }))}
        otherwise="Custom"
        onChange={(to) => change((now) => setRatio(now, to))}
      />
    </div>
  );
}
