import { fpsOf } from '../../../engine/timeline/frameRate.ts';
import { HERTZ } from '../../../engine/timeline/soundtrack.ts';
import { audioOfTrack } from '../media/audioTracks.ts';
import { type CodedSound, readAudioPackets, type SoundPacket } from '../media/codedSound.ts';
import type { Media } from '../media/openMedia.ts';
import type { Probe } from '../media/probe.ts';
import type { Input, RenderPlan } from '../plan/plan.ts';
import { type CopiedAudio, packetSamples, soundLead } from '../plan/renderMode.ts';
import type { PlannedAudio, PlannedAudioSpan } from '../plan/sound.ts';
import { type NotCopyable, notCopyable } from './notCopyable.ts';

/** Audio may end this much before the video without a difference, in seconds. */
const shortened = 0.1;

/** More hidden samples than any decoder needs: the file was trimmed by an edit list. */
const mostHidden = 4 * packetSamples;

/**
 * Whether the only audio of a plan is unchanged from its source, in the codec that the format promises: then its
 * packets are copied.
 * @throws ProcessError if the source cannot be read; the signal's reason when aborted.
 */
export async function copyableAudio(
  { sounds, inputs, output, loudness }: Pick<RenderPlan, 'sounds' | 'inputs' | 'output' | 'loudness'>,
  { probes, paths }: Pick<Media, 'probes' | 'paths'>,
  signal: AbortSignal | undefined,
): Promise<CopiedAudio | NotCopyable> {
  const [sound, another] = sounds as [PlannedAudio, PlannedAudio?];
  if (another) return notCopyable('several tracks are audible');
  if (loudness?.gain) return notCopyable('its loudness is set');
  const { url, seek, track = 0 } = inputs.find(({ id }) => id === sound.input) as Input;
  const probe = probes.get(url) as Probe;
  if (output.format !== 'mp4' && output.format !== 'mov') return notCopyable('its times would be inexact');
  const total = output.frames / fpsOf(output.rate);
  const end = Math.min(total, sound.until, sound.length);
  const why = whyNot(sound, probe, track);
  if (why !== undefined) return notCopyable(why);
  if (sound.at > 0 || end < total - shortened) return notCopyable('it does not start and end with the video');
  const from = seek + (sound.segments[0] as PlannedAudioSpan).from;
  const stretch = { from, to: from + end, startTime: probe.startTime, track };
  const coded = await readAudioPackets(paths.get(url) as string, stretch, signal);
  if (!isPromised(coded)) return notCopyable(otherCodec);
  const [start, length] = [from, end].map((seconds) => Math.round(seconds * HERTZ)) as [number, number];
  const packets = packetsOf(coded, start, length);
  return packets ? { input: sound.input, start, length, ...packets } : notCopyable('its packets are not contiguous');
}

const otherCodec = 'it is not 48 kHz stereo AAC in an MP4 or MOV';

function whyNot(
  { segments, speed, loops, volume, fadeIn, fadeOut, effects, gains }: PlannedAudio,
  probe: Probe,
  track: number,
): string | undefined {
  if (volume !== 1 || fadeIn > 0 || fadeOut > 0 || gains) return 'its volume changes';
  if (effects) return 'it has sound effects';
  if (speed !== 1 || loops || segments.length !== 1 || segments[0]?.backwards)
    return 'its speed or direction is changed';
  const { codec, channels } = audioOfTrack(probe, track);
  if (probe.lead > 0) return 'it starts before the video';
  const isRead = codec === 'aac' && probe.container === 'mov' && channels === 2;
  return isRead ? undefined : otherCodec;
}

function isPromised({ profile, hertz, channels, tick }: CodedSound): boolean {
  return profile === 'LC' && hertz === HERTZ && channels === 2 && tick === `1/${HERTZ}`;
}

/** Returns the packets that contain some samples. @returns undefined if they are not contiguous or some are missing. */
function packetsOf(
  { packets }: CodedSound,
  start: number,
  length: number,
): Pick<CopiedAudio, 'early' | 'packets' | 'lastLength'> | undefined {
  const isFromStart = start <= soundLead;
  const needed = packets
    .map((packet) => ({ ...packet, at: packet.at - start }))
    .filter(({ at }) => at < length && (isFromStart || at >= -soundLead));
  const [first, last] = [needed[0], needed.at(-1)];
  if (!first || !last || first.at > 0 || first.at < -mostHidden) return undefined;
  // Decoding a packet also needs the one before it.
  if (!isFromStart && first.at > -packetSamples) return undefined;
  if (last.at + last.length < length - shortened * HERTZ) return undefined;
  const isPlain = (packet: SoundPacket, i: number) =>
    packet.at === first.at + i * packetSamples &&
    (packet.length === packetSamples || packet === last) &&
    !(packet.isMarked && i > 0) &&
    !(packet.isHidden && packet.at >= 0);
  if (!needed.every(isPlain)) return undefined;
  return { early: -first.at, packets: needed.length, lastLength: Math.min(last.length, length - last.at) };
}
