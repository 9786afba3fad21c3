import { GalleryVerticalEnd } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { openSheet } from '../state/go.ts';
import { studio } from '../state/studio.ts';
import { useIsMobile } from '../useIsMobile.ts';
import { FooterBar, FooterGroup } from './FooterBar.tsx';
import { FooterButton } from './FooterButton.tsx';
import { type MainItem, mainGroups } from './mainItems.ts';

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
