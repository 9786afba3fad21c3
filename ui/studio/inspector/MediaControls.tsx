import { Copyright } from 'lucide-react';
import { isPlayed } from '../../../engine/kinds/families.ts';
import { isImage } from '../../../engine/kinds/image.ts';
import { canBeTrimmed } from '../../../engine/kinds/index.ts';
import type { PictureLayer } from '../../../engine/project/layers.ts';
import { type ActionContext, applies } from '../actions/action.ts';
import { addActions } from '../actions/add.ts';
import { contentActions } from '../actions/content.ts';
import { layerActions } from '../actions/layers.ts';
import { FooterButton } from '../controls/FooterButton.tsx';
import { LookButtons, MotionButton, SpeedButton, TimeButton, VolumeButton } from '../effects/EffectButtons.tsx';
import { addCredit } from '../images/addCredit.ts';
import { TrimButton } from '../trim/TrimButton.tsx';
import { FooterAction, FooterGroup, WithoutInspector } from './FooterBar.tsx';

const { addMeme, freezeFrame, crop, fillCanvas, lockAspectRatio, toggleMute, detachAudio, replace } = contentActions;

/** The controls of an image or a video. */
export function MediaControls({ layer, context }: { layer: PictureLayer; context: ActionContext }) {
  return (
    <>
      <WithoutInspector>
        <FooterGroup label="Text">
          <FooterAction action={addActions.addText} context={context} />
          <FooterAction action={addMeme} context={context} />
        </FooterGroup>
      </WithoutInspector>
      <FooterGroup label="Length">
        {canBeTrimmed(layer) && <TrimButton layer={layer} />}
        <WithoutInspector>
          {canBeTrimmed(layer) && <FooterAction action={layerActions.split} context={context} />}
          {isPlayed(layer) && <SpeedButton layer={layer} />}
          {applies(freezeFrame, context) && <FooterAction action={freezeFrame} name="Freeze frame" context={context} />}
          <TimeButton layer={layer} />
        </WithoutInspector>
      </FooterGroup>
      <FooterGroup label="Fit">
        <WithoutInspector>
          <FooterAction action={crop} context={context} {...(layer.crop && CROPPED)} />
        </WithoutInspector>
        <FooterAction action={fillCanvas} context={context} />
        <FooterAction className="is-wide" action={lockAspectRatio} context={context} pressed={layer.lockAspectRatio} />
      </FooterGroup>
      <WithoutInspector>
        <FooterGroup label="Look">
          <LookButtons layer={layer} />
          {isImage(layer) && <MotionButton layer={layer} />}
        </FooterGroup>
      </WithoutInspector>
      {canBeTrimmed(layer) && (
        <FooterGroup label="Audio">
          <FooterAction action={toggleMute} context={context} />
          <WithoutInspector>
            <VolumeButton layer={layer} />
            {applies(detachAudio, context) && (
              <FooterAction action={detachAudio} name="Detach audio" context={context} />
            )}
          </WithoutInspector>
        </FooterGroup>
      )}
      <FooterGroup label="Media">
        <FooterAction action={replace} context={context} />
        {layer.credit && <CreditButton credit={layer.credit} />}
      </FooterGroup>
    </>
  );
}

/** Marks the crop button of a cropped layer. */
const CROPPED = { name: 'Crop, changed', className: 'is-marked' };

/** Adds the image credit as a text layer. */
function CreditButton({ credit }: { credit: string }) {
  return <FooterButton label="Credit" name="Credit as a text" icon={<Copyright />} onClick={() => addCredit(credit)} />;
}
