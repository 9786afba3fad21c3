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
import { canDetachAudio, detachAudio } from '../../../engine/edit/detachAudio.ts';
import { findLayer } from '../../../engine/edit/find.ts';
import { freezeFrame } from '../../../engine/edit/freeze.ts';
import { addLayer } from '../../../engine/edit/layers.ts';
import { newTextLayer } from '../../../engine/edit/newLayers.ts';
import { fillLayer, toggleLockAspectRatio } from '../../../engine/edit/reshape.ts';
import { toggleMute } from '../../../engine/edit/style.ts';
import { memeLines, setTextPreset } from '../../../engine/edit/textPresets.ts';
import { isPlayed } from '../../../engine/kinds/families.ts';
import { isImage } from '../../../engine/kinds/image.ts';
import { canBeTrimmed } from '../../../engine/kinds/index.ts';
import { newId } from '../../../engine/project/id.ts';
import type { PictureLayer, PlayedLayer } from '../../../engine/project/layers.ts';
import { loadWithRetry } from '../../app/lazyPart.ts';
import { showError, showNote } from '../../app/notices.ts';
import { localUrlOf } from '../../media/mediaTable.ts';
import { FooterButton } from '../controls/FooterButton.tsx';
import { LookButtons, MotionButton, SpeedButton, TimeButton, VolumeButton } from '../effects/EffectButtons.tsx';
import { addCredit } from '../images/addCredit.ts';
import { goTo, openSheet } from '../state/go.ts';
import { addText, openAdded, splitAtPlayhead, write } from '../state/layers.ts';
import { pause, shownTime } from '../state/playback.ts';
import { change, selectedScene, startOf, studio } from '../state/studio.ts';
import { TrimButton } from '../trim/TrimButton.tsx';
import { FooterGroup } from './FooterBar.tsx';

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

/** Sample text of the meme lines, top to bottom. */
const words = ['Top meme text', 'Bottom meme text'];

/** Adds the two lines of a meme at the front of the scene in one undo step, and starts editing the upper one. */
function addMeme(): void {
  const sceneId = selectedScene().id;
  const lines = memeLines.map((preset, i) => ({ preset, layer: { ...newTextLayer(newId), text: words[i] ?? '' } }));
  const top = lines[0]?.layer.id ?? '';
  change((project) => {
    const grown = lines.reduceRight(
      (before, { preset, layer }) => setTextPreset(addLayer(before, sceneId, layer), layer.id, preset),
      project,
    );
    // Adds nothing if there is room for only one line.
    return findLayer(grown, top) ? grown : project;
  });
  openAdded([top]);
  write(top);
}

/** Longest time to probe the file, in milliseconds. After that it is assumed to have audio. */
const GIVE_UP_AFTER_MS = 3000;

/** Moves the audio of a video into a layer of its own and reports it. Shows a note if the video has no audio. */
async function detachSoundOf(layerId: string): Promise<void> {
  const layer = findLayer(studio.project, layerId)?.layer;
  if (layer?.type !== 'video') return;
  if (await isSilent(layer.url)) {
    showNote('This video has no audio.');
    return;
  }
  const before = studio.project;
  change((project) => detachAudio(project, layerId, newId));
  if (studio.project !== before) showNote('The audio is now its own layer, on the timeline and in the layer list.');
}

async function isSilent(url: string): Promise<boolean> {
  const address = localUrlOf(url);
  if (address === undefined) return false;
  const signal = AbortSignal.timeout(GIVE_UP_AFTER_MS);
  try {
    const [{ bytesAt }, { readVideo }] = await loadWithRetry(() =>
      Promise.all([
        import('../../../engine/browser/frames/fileBytes.ts'),
        import('../../../engine/browser/frames/readVideo.ts'),
      ]),
    );
    const bytes = await bytesAt(address, signal);
    const facts = bytes && bytes !== 'large' ? await readVideo(bytes, signal) : undefined;
    return facts?.hasAudio === false;
  } catch {
    return false;
  }
}

/** Freezes the frame of a video at the playhead and selects the frozen clip. Shows an error if that is impossible. */
function freezeAtPlayhead(layerId: string): void {
  const found = findLayer(studio.project, layerId);
  if (!found) return;
  pause();
  const frozen = freezeFrame(studio.project, layerId, shownTime() - startOf(found.scene.id), newId);
  if (frozen.ok) {
    change(() => frozen.value.project);
    openAdded([frozen.value.frozenId]);
  } else showError(frozen.problems[0]?.message);
}
