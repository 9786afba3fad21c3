import { GalleryVerticalEnd } from 'lucide-react';
import { useSnapshot } from 'valtio';
import type { FocusTarget } from '../../app/focus.ts';
import { useIsMobile } from '../../kit/hooks.ts';
import { type Action, contextOf } from '../actions/action.ts';
import { addActions } from '../actions/add.ts';
import { FooterButton } from '../controls/FooterButton.tsx';
import { openSheet } from '../state/go.ts';
import { studio } from '../state/studio.ts';
import { FooterAction, FooterBar, FooterGroup } from './FooterBar.tsx';

const { upload, addText, searchImages, addShape, background, audio, subtitles } = addActions;
const { resize, layers, timeline, settings, more } = addActions;

/** The actions of the main footer; a line separates groups. */
const mainGroups: readonly (readonly Action[])[] = [
  [upload, addText, searchImages, addShape],
  [background, audio, subtitles, resize],
  [layers, timeline, settings, more],
];

/** The buttons that get the focus back when their screen closes. */
const targets: Readonly<Record<string, FocusTarget>> = { [audio.id]: 'audio', [timeline.id]: 'timeline' };

/** The editor's main footer: adding layers, the canvas, and the project. */
export function MainFooter() {
  const mobile = useIsMobile();
  const { project } = useSnapshot(studio);
  const context = contextOf(project, []);
  return (
    <FooterBar label="Add and arrange">
      {mobile && <ScenesGroup />}
      {mainGroups.map((group) => (
        <FooterGroup key={group[0]?.id}>
          {group.map((action) => {
            const target = targets[action.id];
            return <FooterAction key={action.id} action={action} context={context} {...(target && { target })} />;
          })}
        </FooterGroup>
      ))}
    </FooterBar>
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
