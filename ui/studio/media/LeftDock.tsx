import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { Tabs } from '../../kit/Tabs.tsx';
import { SceneColumn } from '../scenes/SceneColumn.tsx';
import { docks } from '../state/docks.ts';
import '../style/panels.css';

const tabs = [
  { value: 'scenes', title: 'Scenes' },
  { value: 'media', title: 'Media' },
] as const;

/** The panel at the left on wide screens: the scenes or the files of the project. @param props.media the files. */
export function LeftDock({ media }: { media: ReactNode }) {
  const { left } = useSnapshot(docks);
  return (
    <div className="left-dock">
      <Tabs
        label="Scenes and media"
        value={left}
        tabs={tabs}
        onChange={(tab) => {
          docks.left = tab;
        }}
      >
        {left === 'scenes' ? <SceneColumn /> : media}
      </Tabs>
    </div>
  );
}
