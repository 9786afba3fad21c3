import type { Row } from './facts.ts';

const source = 'clip.mp4';
const clips = ['photo.jpg', { id: 'b', type: 'video', url: source, startTime: 2, endTime: 4 }, 'moving.gif'];
const clipArgs = ['--clip', 'photo.jpg', '--clip', 'clip.mp4#t=2,4', '--clip', 'moving.gif'];
const pair = { sourceVideo: source, audio: { url: 'song.mp3' } };
const pairArgs = ['--source', source, '--audio', 'song.mp3'];
const whole = 'clip.mp4 0-10 at 0 0 1280 720 plays 0-10';

/** Tools with audio, other formats, several files or none. */
export const joinedRows: readonly Row[] = [
  {
    id: 'audio',
    body: {
      ...{ isAudioVideo: true, ...pair, audioStartTime: 2, audioTrimStartTime: 5, audioTrimEndTime: 9 },
      ...{ audioIsTrimmed: true, audioEdit: { loop: true, mute: true } },
    },
    args: [
      ...pairArgs,
      ...['--audio-start-time', '2', '--audio-trim-start-time', '5', '--audio-trim-end-time', '9', '--loop', '--mute'],
    ],
    makes: {
      ...{ is: 'mp4', size: [1280, 720], seconds: 10 },
      layers: [`${whole} isMuted=true`, 'song.mp3 from 2 plays 5-9 again and again'],
    },
  },
  {
    id: 'audio',
    body: { isAudioVideo: true, sourceVideo: 'photo.jpg', audio: 'song.mp3', audioStartTime: 1 },
    args: ['--source', 'photo.jpg', '--audio', 'song.mp3', '--audio-start-time', '1'],
    makes: {
      ...{ is: 'mp4', size: [960, 640], seconds: 31 },
      layers: ['photo.jpg 0-31 at 0 0 960 640', 'song.mp3 from 1 plays 0-30'],
    },
  },
  {
    id: 'audio',
    body: { isAudioVideo: true, ...pair, duck: true },
    args: [...pairArgs, '--duck'],
    makes: { is: 'mp4', size: [1280, 720], seconds: 10, layers: [whole, 'song.mp3 from 0 plays 0-30, ducked'] },
  },
  {
    id: 'audio',
    body: { isAudioVideo: true, ...pair, volume: 0.5, fadeIn: 1, fadeOut: 2 },
    args: [...pairArgs, '--volume', '0.5', '--fade-in', '1', '--fade-out', '2'],
    makes: {
      ...{ is: 'mp4', size: [1280, 720], seconds: 10 },
      layers: [whole, 'song.mp3 from 0 plays 0-30 at 0.5, fades 1 and 2'],
    },
  },
  {
    id: 'audio-trim',
    body: {
      isAudioTrimmedOnly: true,
      audio: 'song.mp3',
      audioIsTrimmed: true,
      audioTrimStartTime: 3,
      audioTrimEndTime: 7,
    },
    args: ['--source', 'song.mp3', '--audio-trim-start-time', '3', '--audio-trim-end-time', '7'],
    makes: { is: 'mp3', size: [1280, 320], seconds: 4, layers: ['song.mp3 from 0 plays 3-7'] },
  },
  {
    id: 'audio-trim',
    body: { isAudioTrimmedOnly: true, audio: source, audioFormat: 'wav', loudness: -16 },
    args: ['--audio', source, '--audio-format', 'wav', '--loudness', '-16'],
    makes: { is: 'wav at -16 LUFS', size: [1280, 320], seconds: 10, layers: ['clip.mp4 from 0 plays 0-10'] },
  },
  ...(['mov', 'webm', 'gif', 'mp3', 'wav', 'm4a', 'flac', 'opus', 'apng'] as const).map((convertOption) => ({
    id: 'convert',
    body: { isConvertVideo: true, convertOption, sourceVideo: source },
    args: ['--source', source, '--convert-option', convertOption],
    makes: { is: convertOption, size: [1280, 720] as [number, number], seconds: 10, layers: [whole] },
  })),
  {
    id: 'convert',
    body: { isConvertVideo: true, convertOption: 'mov', codec: 'prores', sourceVideo: source },
    args: ['--source', source, '--convert-option', 'mov', '--codec', 'prores'],
    makes: { is: 'mov as prores', size: [1280, 720], seconds: 10, layers: [whole] },
  },
  {
    id: 'convert',
    body: { isConvertVideo: true, convertOption: 'frames', sourceVideo: source },
    args: ['--source', source, '--convert-option', 'frames'],
    makes: { is: 'zip', size: [1280, 720], seconds: 10, layers: [whole] },
  },
  {
    id: 'convert',
    body: { isConvertVideo: true, convertOption: 'animated-webp', gifFps: 10, gifPlays: 2, sourceVideo: source },
    args: ['--source', source, '--convert-option', 'animated-webp', '--gif-fps', '10', '--gif-plays', '2'],
    makes: { is: 'webp', size: [1280, 720], seconds: 10, layers: [whole] },
  },
  {
    id: 'convert',
    body: { isConvertVideo: true, convertOption: 'jpeg', jpegTimestamp: 4.2, sourceVideo: source },
    args: ['--source', source, '--convert-option', 'jpeg', '--jpeg-timestamp', '4.2'],
    makes: { is: 'jpg at 4.2', size: [1280, 720], seconds: 10, layers: [whole] },
  },
  {
    id: 'convert',
    body: { isConvertVideo: true, convertOption: 'm4a', sourceVideo: 'song.mp3', startTime: 10 },
    args: ['--source', 'song.mp3', '--convert-option', 'm4a', '--start-time', '10'],
    makes: { is: 'm4a', size: [1280, 320], seconds: 20, layers: ['song.mp3 from 0 plays 10-30'] },
  },
  {
    id: 'montage',
    body: {
      ...{ isMaker: true, maker: 'montage', isMontage: true, clips, montageRatio: '1:1', montagePositioning: 'crop' },
      ...{ isImage: false, isGIF: false },
    },
    args: clipArgs,
    makes: {
      ...{ is: 'mp4', size: [1280, 1280], seconds: 9 },
      layers: [
        'photo.jpg 0-3 at 0 0 1280 1280 objectFit=cover',
        'clip.mp4 3-5 at 0 0 1280 1280 plays 2-4 objectFit=cover',
        'moving.gif 5-9 at 0 0 1280 1280 plays 0-4 objectFit=cover',
      ],
    },
  },
  {
    id: 'maker',
    body: { isMaker: true, clips, ratio: '9:16', transition: 'wipe', audio: 'song.mp3' },
    args: [...clipArgs, '--ratio', '9:16', '--transition', 'wipe', '--audio', 'song.mp3'],
    makes: {
      ...{ is: 'mp4', size: [720, 1280], seconds: 9 },
      layers: [
        'photo.jpg 0-3 at 0 0 720 1280 objectFit=contain',
        'clip.mp4 by wipe 3-5 at 0 0 720 1280 plays 2-4 objectFit=contain',
        'moving.gif by wipe 5-9 at 0 0 720 1280 plays 0-4 objectFit=contain',
        'song.mp3 from 0 plays 0-30 again and again',
      ],
    },
  },
  {
    id: 'slideshow',
    body: { isSlideshow: true, clips: ['photo.jpg', { url: 'photo.jpg', duration: 1.5 }], clipDuration: 2 },
    args: ['--clip', 'photo.jpg', '--clip', 'photo.jpg#t=1.5', '--clip-duration', '2'],
    makes: {
      ...{ is: 'mp4', size: [1280, 720], seconds: 3.5 },
      layers: [
        'photo.jpg 0-2 at 0 0 1280 720 objectFit=contain',
        'photo.jpg by dissolve 2-3.5 at 0 0 1280 720 objectFit=contain',
      ],
    },
  },
  {
    id: 'slideshow',
    body: { isSlideshow: true, clips: ['photo.jpg', 'photo.jpg'], motion: 'varied', transition: 'cut' },
    args: ['--clip', 'photo.jpg', '--clip', 'photo.jpg', '--motion', 'varied', '--transition', 'cut'],
    makes: {
      ...{ is: 'mp4', size: [1280, 720], seconds: 6 },
      layers: [
        'photo.jpg 0-3 at 0 0 1280 720 objectFit=contain zoom-in in 3 s',
        'photo.jpg 3-6 at 0 0 1280 720 objectFit=contain pan-right in 3 s',
      ],
    },
  },
  {
    id: 'watermark',
    body: {
      ...{ isWatermarked: true, withCustomWatermark: true, watermarkText: 'mine', watermarkPos: 'bottom-right' },
      ...{ watermarkFont: 'Georgia', watermarkColor: '#ff0000', watermarkMedium: 'text', sourceVideo: 'photo.jpg' },
    },
    args: [
      ...['--source', 'photo.jpg', '--text', 'mine', '--position', 'bottom-right', '--font', 'Georgia'],
      ...['--color', '#ff0000'],
    ],
    makes: {
      ...{ is: 'jpg', size: [960, 640], seconds: 3 },
      layers: ['photo.jpg 0-3 at 0 0 960 640', 'mark mine bottom-right Georgia #ff0000'],
    },
  },
  {
    id: 'watermark',
    body: { editorPath: '/watermark', watermarkImg: 'photo.jpg', watermarkMedium: 'image', sourceVideo: source },
    args: ['--source', source, '--image', 'photo.jpg'],
    makes: {
      ...{ is: 'mp4', size: [1280, 720], seconds: 10 },
      layers: [whole, 'mark photo.jpg top-left Roboto white'],
    },
  },
  {
    id: 'thanks',
    body: {
      ...{ thanksVideo: true, thanksSubject: ' my dog ', editorPath: '/thanks', watermark: true, done: false },
      progressText: 'Loading ...',
    },
    args: ['--subject', 'my dog', '--watermark'],
    makes: {
      ...{ is: 'mp4', size: [1080, 1080], seconds: 7 },
      layers: [
        '“I am thankful for” 0-2 at 108 324 864 432',
        '“my dog” by fade 2-5 at 108 324 864 432',
        '“Thank you!” by fade 5-7 at 108 324 864 432',
      ],
    },
  },
  {
    id: 'subtitles',
    body: {
      ...{ isSubtitleVideo: true, sourceVideo: source, subtitleVideoRatio: '1:1', subtitleVideoPosition: 'crop' },
      subtitles: [{ id: 'a', text: 'Rain', startTime: 1, endTime: 2.5 }],
    },
    args: [
      ...['--source', source, '--ratio', '1:1', '--framing', 'crop', '--settings'],
      '{"subtitles":[{"text":"Rain","startTime":1,"endTime":2.5}]}',
    ],
    makes: {
      ...{ is: 'mp4', size: [720, 720], seconds: 10 },
      layers: [`${source} 0-10 at 0 0 720 720 plays 0-10 objectFit=cover`, 'subtitles 0-10 at 36 36 648 648'],
    },
  },
  {
    id: 'text-video',
    body: { isTextVideo: true, animationText: 'Hello there', animationTemplate: 'typewriter', ratio: '16:9' },
    args: ['--animation-text', 'Hello there', '--ratio', '16:9'],
    makes: {
      is: 'mp4',
      size: [1280, 720],
      seconds: 5,
      layers: ['“Hello there” typewriter 0.88 0-5 at 128 180 1024 360'],
    },
  },
];
