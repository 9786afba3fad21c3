import { setLoudness } from '../../../engine/edit/output.ts';
import { hasSound } from '../../../engine/project/output.ts';
import type { Project } from '../../../engine/project/project.ts';
import { PLATFORM_LOUDNESS } from '../../../engine/timeline/loudness.ts';
import { Switch } from '../controls/Switch.tsx';
import { change } from '../state/studio.ts';

/** Whether to normalize the loudness to that of common platforms; hidden for silent output. */
export function LoudnessSwitch({ project }: { project: Project }) {
  const { output } = project;
  if (!hasSound(project)) return null;
  const { loudness } = { loudness: undefined, ...output };
  const target = loudness ?? PLATFORM_LOUDNESS;
  return (
    <Switch
      label="Normalize loudness"
      hint={`Normalizes the file to \u2212${Math.abs(target)} LUFS${target === PLATFORM_LOUDNESS ? ', the level of most platforms' : ''}. The preview is unchanged.`}
      on={loudness !== undefined}
      onChange={(on) => change((now) => setLoudness(now, on ? PLATFORM_LOUDNESS : undefined))}
    />
  );
}
