import type { Project } from '../../engine/project/project.ts';
import { mayCopy } from '../../engine/timeline/mayCopy.ts';
import type { Tool } from '../../engine/tools/tool.ts';
import { Switch } from '../studio/controls/Switch.tsx';
import { setField } from './drafts.ts';
import type { Draft } from './storedDrafts.ts';

interface Props {
  tool: Tool;
  draft: Draft;
  /** undefined while the draft has problems. */
  project: Project | undefined;
}

/** Switches between copying and encoding video data. Renders nothing where copying is not possible. */
export function CopySwitch({ tool, draft, project }: Props) {
  if (!project || !mayCopy({ ...project, alwaysEncode: false })) return null;
  const isForced = draft.settings.alwaysEncode === true;
  return (
    <Switch
      label={isForced ? 'Re-encoded' : 'Kept in original quality'}
      hint={isForced ? 'All frames are encoded.' : 'Frames are copied where the file allows it.'}
      on={!isForced}
      onChange={(on) => setField(tool, 'alwaysEncode', on ? undefined : true)}
    />
  );
}
