import {
  Copyright,
  Crop,
  Expand,
  Link2,
  MessageSquareText,
  Replace,
  Snowflake,
  SquareSplitHorizontal,
  Type,
  Unlink2,
  Volume2,
  VolumeX,
} from 'lucide-react';
import { canDetachAudio } from '../../../engine/edit/detachAudio.ts';
import { fillLayer, toggleLockAspectRatio } from '../../../engine/edit/reshape.ts';
import { toggleMute } from '../../../engine/edit/style.ts';
import { isPlayed } from '../../../engine/kinds/families.ts';
import { isImage } from '../../../engine/kinds/image.ts';
import { canBeTrimmed } from '../../../engine/kinds/index.ts';
import type { PictureLayer, PlayedLayer } from '../../../engine/project/layers.ts';
import { LookButtons, MotionButton, SpeedButton, TimeButton, VolumeButton } from '../effects/EffectButtons.tsx';
import { addCredit } from '../images/addCredit.ts';
import { detachSoundOf } from '../state/detachAudio.ts';
import { freezeAtPlayhead } from '../state/freezeAtPlayhead.ts';
import { goTo, openSheet } from '../state/go.ts';
import { addText } from '../state/layers.ts';
import { splitAtPlayhead } from '../state/splitAtPlayhead.ts';
import { change } from '../state/studio.ts';
import { TrimButton } from '../trim/TrimButton.tsx';
import { addMeme } from './addMeme.ts';
import { FooterGroup } from './FooterBar.tsx';
import { FooterButton } from './FooterButton.tsx';

/** The controls of an image or a video. */
export function MediaControls({ layer }: { layer: PictureLayer }) {
  const { id, lockAspectRatio } = layer;
  return (
    <>
      <FooterGroup label="Words">
        <FooterButton label="Text" icon={<Type />} onClick={() => addText()} />
        <FooterButton label="Meme" icon={<MessageSquareText />} onClick={addMeme} />
      </FooterGroup>
      <FooterGroup label="Length">
        {canBeTrimmed(layer) && (
          <>
            <TrimButton layer={layer} />
            <SplitButton layer={layer} />
          </>
        )}
        {isPlayed(layer) && <SpeedButton layer={layer} />}
        {canBeTrimmed(layer) && (
          <FooterButton label="Freeze" name="Freeze frame" icon={<Snowflake />} onClick={() => freezeAtPlayhead(id)} />
        )}
        <TimeButton layer={layer} />
      </FooterGroup>
      <FooterGroup label="Fit">
        <CropButton layer={layer} />
        <FooterButton label="Fill" icon={<Expand />} onClick={() => change((project) => fillLayer(project, id))} />
        <FooterButton
          className="is-wide"
          label="Lock Aspect Ratio"
          icon={<Link2 />}
          pressed={lockAspectRatio}
          onClick={() => change((project) => toggleLockAspectRatio(project, id))}
        />
      </FooterGroup>
      <FooterGroup label="Look">
        <LookButtons layer={layer} />
        {isImage(layer) && <MotionButton layer={layer} />}
      </FooterGroup>
      {canBeTrimmed(layer) && (
        <FooterGroup label="Audio">
          <MuteButton layer={layer} />
          <VolumeButton layer={layer} />
          {canDetachAudio(layer) && (
            <FooterButton
              label="Detach"
              name="Detach audio"
              icon={<Unlink2 />}
              onClick={() => void detachSoundOf(id)}
            />
          )}
        </FooterGroup>
      )}
      <FooterGroup label="Media">
        <ReplaceButton />
        {layer.credit && <CreditButton credit={layer.credit} />}
      </FooterGroup>
    </>
  );
}

/** Opens the crop editor; disabled for a locked layer. */
function CropButton({ layer: { crop, isLocked } }: { layer: PictureLayer }) {
  const changed = crop ? { name: 'Crop, changed', className: 'is-marked' } : {};
  return (
    <FooterButton label="Crop" icon={<Crop />} disabled={isLocked === true} onClick={() => goTo('crop')} {...changed} />
  );
}

/** Adds the image credit as a text layer. */
function CreditButton({ credit }: { credit: string }) {
  return <FooterButton label="Credit" name="Credit as a text" icon={<Copyright />} onClick={() => addCredit(credit)} />;
}

/** Splits a video or audio at the playhead. */
export function SplitButton({ layer: { id } }: { layer: PlayedLayer }) {
  return <FooterButton label="Split" icon={<SquareSplitHorizontal />} onClick={() => splitAtPlayhead(id)} />;
}

/** Replaces the file of the selected layer. */
export function ReplaceButton() {
  return <FooterButton label="Replace" icon={<Replace />} onClick={() => openSheet('replace')} />;
}

export function MuteButton({ layer: { id, isMuted } }: { layer: PlayedLayer }) {
  return (
    <FooterButton
      label={isMuted ? 'Unmute' : 'Mute'}
      icon={isMuted ? <VolumeX /> : <Volume2 />}
      onClick={() => change((project) => toggleMute(project, id))}
    />
  );
}
