import { useEffect, useState } from 'react';
import { setVideoSetting } from '../../../engine/edit/output.ts';
import {
  MAX_BITRATE,
  MAX_KEYFRAME_INTERVAL,
  MIN_BITRATE,
  MIN_KEYFRAME_INTERVAL,
} from '../../../engine/project/limits.ts';
import { codecOf, codecTitles, containerCodecs, type VideoOutput } from '../../../engine/project/output.ts';
import { getClient } from '../../client/page/server.ts';
import { change } from '../state/studio.ts';
import { Choice } from './Choice.tsx';
import { OptionalNumber } from './OptionalNumber.tsx';

/** Codec, bit rate and key frames of a video: what few people need, closed at first. */
export function VideoSettings({ output }: { output: VideoOutput }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="export-more" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Codec and bit rate</summary>
      {isOpen && (
        <div className="stack-2">
          <CodecChoice output={output} />
          {output.codec !== 'prores' && <RateFields key={output.container} output={output} />}
        </div>
      )}
    </details>
  );
}

function CodecChoice({ output }: { output: VideoOutput }) {
  const known = containerCodecs[output.container];
  const available = useServerCodecs() ?? known;
  const missing = known.filter((codec) => !available.includes(codec));
  const codec = codecOf(output);
  return (
    <div className="stack">
      <Choice
        label="Codec"
        value={codec}
        choices={known.filter((one) => one === codec || available.includes(one))}
        titles={codecTitles}
        onChange={(next) => change((now) => setVideoSetting(now, 'codec', next === known[0] ? undefined : next))}
      />
      <p className="soft small">
        {missing.length > 0
          ? `The ffmpeg of the server cannot encode ${missing.map((one) => codecTitles[one]).join(', ')}.`
          : codecHints[codec]}
      </p>
    </div>
  );
}

const codecHints = {
  h264: 'Plays on all devices.',
  hevc: 'Takes longer to create. Plays on Apple devices, new televisions and most phones.',
  av1: 'Smaller files that take longer to create. Plays in new browsers and on new devices.',
  vp9: 'Plays in all browsers.',
  prores: 'Large files for editing programs. Browsers do not play them.',
};

function RateFields({ output }: { output: VideoOutput }) {
  return (
    <>
      <OptionalNumber
        label="Bit rate (kbit/s)"
        value={output.bitrate}
        min={MIN_BITRATE}
        max={MAX_BITRATE}
        isWhole
        placeholder="By quality"
        hint="Of the frames, on average. Audio is added."
        wrong={`Enter a whole number from ${MIN_BITRATE} to ${MAX_BITRATE}.`}
        onChange={(bitrate) => change((now) => setVideoSetting(now, 'bitrate', bitrate))}
      />
      <OptionalNumber
        label="Key frame every (s)"
        value={output.keyframeInterval}
        min={MIN_KEYFRAME_INTERVAL}
        max={MAX_KEYFRAME_INTERVAL}
        placeholder="Automatic"
        hint="Players jump to key frames. Some platforms ask for one every 2 s."
        wrong={`Enter seconds from ${MIN_KEYFRAME_INTERVAL} to ${MAX_KEYFRAME_INTERVAL}.`}
        onChange={(interval) => change((now) => setVideoSetting(now, 'keyframeInterval', interval))}
      />
    </>
  );
}

/** Codecs that the server can encode; undefined until it answers. */
function useServerCodecs(): readonly string[] | undefined {
  const [codecs, setCodecs] = useState<readonly string[]>();
  useEffect(() => {
    let isShown = true;
    getClient()
      .then((client) => client.health())
      .then(({ codecs }) => isShown && setCodecs(codecs))
      // Without an answer, all codecs are offered: rendering checks them.
      .catch(() => undefined);
    return () => {
      isShown = false;
    };
  }, []);
  return codecs;
}
