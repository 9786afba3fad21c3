import {
  ChartNoAxesGantt,
  Ellipsis,
  Frame,
  GalleryVerticalEnd,
  Images,
  Layers,
  type LucideIcon,
  Music,
  PaintBucket,
  Settings2,
  Shapes,
  Type,
  Upload,
} from 'lucide-react';
import { useSnapshot } from 'valtio';
import type { Project } from '../../../engine/project/project.ts';
import type { FocusTarget } from '../../app/focus.ts';
import { useIsMobile } from '../../kit/hooks.ts';
import { FooterButton } from '../controls/FooterButton.tsx';
import { goTo, openSheet, openWork } from '../state/go.ts';
import { addText } from '../state/layers.ts';
import { studio } from '../state/studio.ts';
import { FooterBar, FooterGroup } from './FooterBar.tsx';

/** The editor's main footer: adding layers, the canvas, and the project. */
export function MainFooter() {
  const mobile = useIsMobile();
  return (
    <FooterBar label="Add and arrange">
      {mobile && <ScenesGroup />}
      {mainGroups.map((items) => (
        <FooterGroup key={items[0]?.label}>
          {items.map((item) => (
            <Item key={item.label} {...item} />
          ))}
        </FooterGroup>
      ))}
    </FooterBar>
  );
}

function Item({ label, labelIn, icon: Icon, onClick, target }: MainItem) {
  const { project } = useSnapshot(studio);
  return (
    <FooterButton {...(target && { target })} label={labelIn?.(project) ?? label} icon={<Icon />} onClick={onClick} />
  );
}

/** Opens the list of scenes where there is no room for it. */
function ScenesGroup() {
  const { project } = useSnapshot(studio);
  const count = project.scenes.length;
  return (
    <FooterGroup>
      <FooterButton
        label="Scenes"
        name={`${count} Scenes`}
        count={count}
        icon={<GalleryVerticalEnd />}
        onClick={() => openSheet('scenes')}
      />
    </FooterGroup>
  );
}

/** An item of the main footer. */
interface MainItem {
  label: string;
  /** The label if the project already has what the item adds. */
  labelIn?: (project: Project) => string;
  icon: LucideIcon;
  onClick: () => void;
  /** Name of the focus target that returns focus to the item. */
  target?: FocusTarget;
}

/** The items of the main footer, in order; a line separates groups. */
const mainGroups: readonly (readonly MainItem[])[] = [
  [
    { label: 'Upload', icon: Upload, onClick: () => openSheet('upload') },
    { label: 'Text', icon: Type, onClick: () => addText() },
    { label: 'Images', icon: Images, onClick: () => openSheet('search') },
    { label: 'Shapes', icon: Shapes, onClick: () => goTo('shape') },
  ],
  [
    { label: 'Background', icon: PaintBucket, onClick: () => goTo('background') },
    {
      label: 'Audio',
      labelIn: ({ audio }) => (audio ? 'Edit Audio' : 'Audio'),
      icon: Music,
      onClick: () => openWork('audio'),
      target: 'audio',
    },
    { label: 'Resize', icon: Frame, onClick: () => goTo('size') },
  ],
  [
    { label: 'Layers', icon: Layers, onClick: () => openSheet('layers') },
    { label: 'Timeline', icon: ChartNoAxesGantt, onClick: () => openWork('timeline'), target: 'timeline' },
    { label: 'Settings', icon: Settings2, onClick: () => openSheet('settings') },
    { label: 'More', icon: Ellipsis, onClick: () => openSheet('more-options') },
  ],
];
