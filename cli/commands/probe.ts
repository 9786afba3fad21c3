import type { Command } from 'commander';
import type { Probe } from '../../api/renderer/media/probe.ts';
import type { AudioTrackFacts } from '../../engine/project/media.ts';
import { type Call, type Context, setAction } from '../context.ts';
import { formatsHelp } from '../formatsHelp.ts';
import { exitCodes, printerOf, printFailure } from '../output.ts';

/** Adds `cutroom probe`. */
export function addProbe(program: Command, context: Context): void {
  const command = program
    .command('probe')
    .addHelpText('after', formatsHelp)
    .description('Prints the properties of a media file: kind, size, length, codecs, color.')
    .argument('<file>', 'a video, image or audio file');
  setAction(context, command, probe);
}

async function probe([file]: [string], { output, signal }: Call<object>): Promise<number> {
  const { probeFile } = await import('../../api/renderer/media/probe.ts');
  try {
    const found = await probeFile(file, { signal });
    for (const line of printProbe(found)) output.line(line);
    const { frameTimes, ...facts } = found;
    output.data(facts);
    return exitCodes.good;
  } catch (error) {
    if (signal.aborted) throw error;
    return printFailure(error, output, printerOf(file));
  }
}

function printProbe(found: Probe): string[] {
  const lines: [string, string][] = [
    ['kind', found.animated ? `animated ${found.kind}` : found.kind],
    ['container', found.container],
  ];
  if (found.width > 0) {
    const rotated = found.rotation === 0 ? '' : `, rotated by ${found.rotation}°`;
    lines.push(['size', `${found.width} × ${found.height} pixels${rotated}`]);
  }
  if (found.duration > 0) lines.push(['length', `${Number(found.duration.toFixed(3))} s`]);
  if (found.fps > 0)
    lines.push(['frame rate', `${Number(found.fps.toFixed(3))} fps${found.variableFrameRate ? ' on average' : ''}`]);
  if (found.videoCodec)
    lines.push(['video', [found.videoCodec, found.pixelFormat, found.colorMatrix].filter(Boolean).join(', ')]);
  lines.push(['audio', found.hasAudio ? found.audioCodec : 'none']);
  if (found.audioTracks.length > 1)
    for (const [i, track] of found.audioTracks.entries())
      lines.push([`track ${i + 1}`, describeTrack(track, i === found.audioTrack)]);
  lines.push(['file size', `${found.size} bytes`]);
  return lines.map(([name, value]) => `${`${name}:`.padEnd(12)}${value}`);
}

/** Describes an audio track. @param isUsed whether it is the default. */
function describeTrack({ codec, channels, language, title }: AudioTrackFacts, isUsed: boolean): string {
  const plural = channels === 1 ? 'channel' : 'channels';
  const parts = [codec, `${channels} ${plural}`, language, title && `“${title}”`, isUsed ? 'used' : ''];
  return parts.filter(Boolean).join(', ');
}
