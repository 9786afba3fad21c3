import { createCanvas } from '@napi-rs/canvas';
import { animationAt, stillState } from '../../engine/kinds/animation.ts';
import { kindOf } from '../../engine/kinds/index.ts';
import { defaultFamilies } from '../../engine/painters/fonts.ts';
import { layer as layerSchema } from '../../engine/project/layers.ts';
import type { Sample } from './paintPage.ts';

const size = { width: 480, height: 320 };
const box = { x: 40, y: 40, width: 400, height: 240, rotation: 0 };

/** An image with edges, soft parts and transparency, as a PNG data URL. */
export const testPicture = makePicture();

const heart =
  'M12 21.35l-1.45-1.32C5.4 15.36 2 12.28 2 8.5 2 5.42 4.42 3 7.5 3c1.74 0 3.41.81 4.5 2.09C13.09 3.81 14.76 3 16.5 3 19.58 3 22 5.42 22 8.5c0 3.78-3.4 6.86-8.55 11.54L12 21.35z';
const every =
  'M5 5H30V20h-5v5L50 50l5-5C60 20 70 20 75 45s10 20 20 0Q90 90 70 80t-20 10T20 80q-5-10-10-20A12 8 30 1 1 20 55a12 8 30 01-8 20z';

const shadow = { shadowColor: '#000000c0', shadowBlur: 20, shadowOffsetX: 10, shadowOffsetY: 14 };

/** Layers of all types with all options, which browser and renderer must paint alike. */
export const paintSamples: Sample[] = [
  ...defaultFamilies.flatMap((fontFamily) => [
    text(`${fontFamily} regular`, { text: 'Sphinx of black quartz, judge my vow. 0123 ÄéŁğ', fontFamily }),
    text(`${fontFamily} bold italic`, {
      text: 'Waltz, bad nymph & quick jigs: “vex!”',
      fontFamily,
      fontWeight: 'bold',
      fontStyle: 'italic',
      color: '#5969e2',
    }),
  ]),
  text('unknown family', { text: 'No such family', fontFamily: 'Nowhere Sans' }),
  text('roboto', { text: 'Made with Cutroom', fontFamily: 'Roboto', color: '#ffffff', textShadow: 'none' }, '#334455'),
  text('greek, cyrillic, vietnamese', { text: 'Ξεσκεπάζω Съешь Tiếng Việt Ѣ ᾧ Český łódź e\u0301' }),
  text('georgia with cyrillic', { text: 'Hello Привет Γειά', fontFamily: 'Georgia' }),
  text('arabic', { text: 'مرحبا بالعالم، هذا نص طويل', textAlign: 'right' }),
  text('arabic bold with latin and digits', {
    text: 'الفيديو Cutroom رقم 123 جديد',
    fontWeight: 'bold',
    textAlign: 'left',
  }),
  text('arabic with vowels, italic', { text: 'بِسْمِ اللَّهِ', fontStyle: 'italic' }),
  text('hebrew', { text: 'שלום עולם, זה טקסט בעברית', textAlign: 'right' }),
  text('hebrew bold times', { text: 'שָׁלוֹם (abc) 42%', fontFamily: 'Times New Roman', fontWeight: 'bold' }),
  text('emoji', { text: 'Party 🎉 time 👩‍🚒 🇩🇪 1️⃣ ❤️ ♥ 👍🏽' }),
  text('emoji bold', { text: 'So 😀 bold 👨‍👩‍👧‍👦', fontWeight: 'bold', textShadow: 'black', color: 'yellow' }),
  text('emoji italic', { text: 'So 😀 slanted', fontStyle: 'italic' }),
  text('emoji in verdana', { text: 'Go 🚀 now ✂', fontFamily: 'Verdana' }),
  text('lines', { text: 'First\n\n  third, indented\nlast', textAlign: 'left' }),
  text('right, bottom', {
    text: 'Right at the bottom',
    textAlign: 'right',
    verticalAlign: 'bottom',
    fitText: false,
    fontSize: '32px',
  }),
  text('top, wide lines', {
    text: 'At the top of the box with a wide step between lines',
    verticalAlign: 'top',
    lineHeight: 2,
    fitText: false,
    fontSize: '24px',
  }),
  text('small', {
    text: 'Small print stays legible, even in a box that is much larger than it.',
    fitText: false,
    fontSize: '12px',
    textShadow: 'transparent',
  }),
  text('long word', { text: 'Donaudampfschifffahrtsgesellschaftskapitän', fitText: false, fontSize: '60px' }),
  text('black outline', { text: 'OUTLINED', color: '#ffffff', textShadow: 'black', fontFamily: 'Impact' }, '#88aa66'),
  text('wide spacing, thin outline', { text: 'Wide apart', letterSpacing: 0.25, textShadow: 'black', outlineWidth: 2 }),
  text('close spacing, right', { text: 'Close together fi', letterSpacing: -0.08, textAlign: 'right' }),
  text('spaced hebrew, left', { text: 'שלום abc', letterSpacing: 0.2, textAlign: 'left' }),
  text('spaced arabic', { text: 'مرحبا', letterSpacing: 0.5 }),
  text('thick outline', { text: 'Thick', textShadow: '#204060', outlineWidth: 24, color: 'white' }),
  {
    ...text('shadow, half-transparent', {
      ...{ text: 'Shadow\nbelow', shadowColor: '#000000c0', shadowBlur: 14, shadowOffsetX: 10, shadowOffsetY: 12 },
      ...{ globalAlpha: 0.7, color: 'gold', backgroundStyle: 'box', background: '#5969e280' },
    }),
    box: { ...box, rotation: -20 },
  },
  text('see-through color', { text: 'Half there', color: '#ff000080', textShadow: 'none' }),
  { ...text('rotated', { text: 'Turned by 30°' }), box: { ...box, rotation: 30 } },
  {
    ...text('rotated outline', { text: 'Turned back', textShadow: 'black', color: 'white' }, '#ddeeff'),
    box: { ...box, rotation: -75 },
  },
  subtitles('subtitles', 'Two lines of what is said,\nand one of them is wrapped'),
  subtitles('subtitles, the spoken word', 'Say it: now!', { highlight: true }, 1.2),
  subtitles('subtitles, each line in its direction', 'مرحبا بالعالم!\nHello (there).\nשלום עולם?', {
    backgroundStyle: 'box',
  }),
  subtitles(
    'subtitles, a spoken word among two directions',
    'Say שלום עולם now 🎉',
    { highlight: true, textShadow: 'black' },
    0.7,
  ),
  subtitles('subtitles, arabic', 'مرحبا بالعالم، هذا نص طويل\nبِسْمِ اللَّهِ رقم ١٢٣'),
  subtitles('subtitles, arabic word by word', 'الفيديو Cutroom رقم 123 جديد', { highlight: true }, 0.9),
  subtitles('subtitles, hebrew', 'שָׁלוֹם עולם (42%), זה טקסט\nבעברית, ארוך יותר'),
  subtitles('subtitles, hebrew word by word', 'זה מה שהיא אומרת: abc!', { highlight: true }, 0.5),
  subtitles('subtitles, emoji', 'Party 🎉 👩‍🚒 🇩🇪 1️⃣\n❤️ ♥ 👍🏽 👨‍👩‍👧‍👦'),
  subtitles(
    'subtitles, emoji word by word',
    'So 😀 bold 👩🏽‍🚀 now',
    { highlight: true, backgroundStyle: 'none' },
    0.8,
  ),
  ...(['box', 'underline', 'grow', 'reveal', 'single'] as const).map((highlightStyle) =>
    subtitles(
      `subtitles, the spoken word: ${highlightStyle}`,
      'Now look at\nthis (dreißig) word',
      { highlight: true, highlightStyle, backgroundStyle: 'none', textShadow: 'black' },
      1.1,
    ),
  ),
  animated('fading', 'text-focus-in', 0.15),
  animated('flickering', 'text-flicker-in-glow', 2),
  animated('turning hue', 'hue-rotate', 0.3),
  ...(['round', 'square', 'butt'] as const).flatMap((lineCap) => [
    shape(`line ${lineCap}`, { shapeType: 'line', lineCap, stroke: '#d33' }),
    shape(`arrow ${lineCap}`, { shapeType: 'arrow', lineCap, stroke: '#2a7' }),
  ]),
  shape('line by default', { shapeType: 'line' }),
  shape('arrow by default', { shapeType: 'arrow' }),
  shape('arrow, two-sided', {
    shapeType: 'arrow',
    pointerAtBeginning: true,
    pointerLength: 80,
    pointerWidth: 60,
    lineWidth: 8,
    stroke: '#00f8',
  }),
  shape('rectangle', { shapeType: 'rectangle', background: '#5969e2' }),
  shape('rectangle, outline', { shapeType: 'rectangle', background: 'none', lineWidth: 12 }),
  shape('rectangle, half', {
    shapeType: 'rectangle',
    background: '#5969e2',
    stroke: '#e25',
    lineWidth: 30,
    globalAlpha: 0.5,
  }),
  shape('ellipse', { shapeType: 'ellipse', background: '#fc0', lineWidth: 5 }),
  shape('triangle', { shapeType: 'triangle', background: '#0c8', lineWidth: 20, globalAlpha: 0.7 }),
  shape(
    'svg heart',
    { shapeType: 'svg', background: '#e2597a', lineWidth: 6, svgData: heart },
    { svg_width: 24, svg_height: 24 },
  ),
  shape(
    'svg in 100',
    { shapeType: 'svg', background: '#59e2c0', svgData: 'M0 50A50 50 0 0 1 100 50L50 100zm20 0h20v-20z' },
    { scaleX: 0.5, scaleY: 0.8 },
  ),
  shape('svg, all commands', { shapeType: 'svg', background: 'none', lineWidth: 4, svgData: every }),
  {
    ...shape('rotated rectangle', { shapeType: 'rectangle', background: '#5969e2', globalAlpha: 0.5 }),
    box: { ...box, rotation: 15 },
  },
  { ...shape('rotated arrow', { shapeType: 'arrow' }), box: { ...box, rotation: 200 } },
  sample('placeholder', { type: 'placeholder', globalAlpha: 0.8, background: '#abc' }),
  picture('cover', 'cover'),
  picture('contain', 'contain'),
  picture('fill', 'fill'),
  { ...picture('small and turned', 'cover'), box: { x: 180, y: 120, width: 90, height: 70, rotation: 12 } },
  { ...picture('fine rings, shrunk', 'contain'), pictureUrl: fineRings() },
  { ...picture('enlarged', 'cover'), box: { x: -300, y: -200, width: 1200, height: 900, rotation: 0 } },
  picture('shadow, half-transparent', 'contain', { ...shadow, globalAlpha: 0.5 }),
  {
    ...picture('round corners and shadow', 'cover', { ...shadow, radius: 40 }),
    box: { x: 100, y: 60, width: 260, height: 200, rotation: 12 },
  },
];

function sample(name: string, layer: object, background = '#ffffff', position: object = {}): Sample {
  const made = { id: name, position: { ...position }, ...layer };
  return { name, layer: layerSchema.parse(made), box, animation: stillState, ...size, background };
}

function text(name: string, layer: object, background = '#f2f0ea'): Sample {
  return sample(`text ${name}`, { type: 'text', ...layer }, background);
}

/** One cue of two seconds. @param t seconds, determines the spoken word. */
function subtitles(name: string, text: string, layer: object = {}, t = 1): Sample {
  const cues = [{ id: 'c', text, startTime: 0, endTime: 2 }];
  const made = sample(name, { type: 'subtitles', fontSize: '36px', cues, ...layer }, '#6f8f7a');
  return { ...made, animation: kindOf(made.layer).stateAt(made.layer, t) };
}

function animated(name: string, id: 'text-focus-in' | 'text-flicker-in-glow' | 'hue-rotate', t: number): Sample {
  const made = text(name, { text: 'Moving words', color: '#3355ff', textShadow: 'black', animation: { id } });
  return { ...made, animation: animationAt({ id, speed: 'default' }, t) };
}

function shape(name: string, layer: object, position: object = {}): Sample {
  return sample(`shape ${name}`, { type: 'shape', ...layer }, '#ffffff', position);
}

function picture(name: string, objectFit: string, look: object = {}): Sample {
  return {
    ...sample(`picture ${name}`, { type: 'image', url: 'picture.png', objectFit, ...look }, '#dddddd'),
    pictureUrl: testPicture,
  };
}

function makePicture(): string {
  const canvas = createCanvas(300, 200);
  const ctx = canvas.getContext('2d');
  for (let i = 0; i < 30; i += 1) {
    ctx.fillStyle = `hsl(${i * 47}, 70%, ${30 + ((i * 17) % 50)}%)`;
    ctx.beginPath();
    ctx.ellipse((i * 83) % 300, (i * 59) % 200, 12 + ((i * 7) % 40), 10 + ((i * 11) % 30), i, 0, 2 * Math.PI);
    ctx.fill();
  }
  return canvas.toDataURL('image/png');
}

/** Rings too fine for a small image, which reveal how scaling works. */
function fineRings(): string {
  const canvas = createCanvas(1500, 1200);
  const ctx = canvas.getContext('2d');
  ctx.lineWidth = 2;
  for (let radius = 4; radius < 1000; radius += 6) {
    ctx.beginPath();
    ctx.ellipse(750, 600, radius, radius, 0, 0, 2 * Math.PI);
    ctx.stroke();
  }
  return canvas.toDataURL('image/png');
}
