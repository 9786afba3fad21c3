import { SpeedChoice } from '../studio/controls/SpeedChoice.tsx';
import { endStep, setField } from './drafts.ts';
import type { SidePanelProps } from './toolPanel.ts';

/** Chooses the playback speed. */
export function SpeedPanel({ tool, draft }: SidePanelProps) {
  return <SpeedField tool={tool} draft={draft} name="speedChoice" />;
}

/** Speed control for the setting that a tool uses for speed. */
export function SpeedField({ tool, draft, name }: Pick<SidePanelProps, 'tool' | 'draft'> & { name: string }) {
  const speed = draft.settings[name];
  const set = (value: number) => setField(tool, name, value);
  return (
    <div className="tool-speed">
      <SpeedChoice
        value={typeof speed === 'number' ? speed : 1}
        onChange={set}
        onPreset={(value) => {
          endStep();
          set(value);
        }}
        onEnd={endStep}
      />
    </div>
  );
}
