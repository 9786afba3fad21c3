import type { Position, TextLayer } from '../project/layers.ts';
import type { TextPreset, TextPresetFields } from './textPresets.ts';

const none = { textShadow: 'none' } as const;
const shade = { shadowColor: 'rgba(0, 0, 0, 0.55)', shadowBlur: 14, shadowOffsetY: 6 } as const;
const hard = (shadowColor: string, offset: number) => ({
  ...{ shadowColor, shadowBlur: 0, shadowOffsetX: offset, shadowOffsetY: offset },
});
const glow = (shadowColor: string) => ({ shadowColor, shadowBlur: 36, shadowOffsetY: 0 });
const between = (color: string, gradientColor: string, gradientAngle = 180) => ({
  color,
  gradientColor,
  gradientAngle,
});
const meme: Partial<TextPresetFields> = {
  ...{ fontFamily: 'Impact', color: '#ffffff', textShadow: '#000000', outlineWidth: 10, letterSpacing: 0.01 },
};
const memeLine = (y: string, verticalAlign: TextLayer['verticalAlign']): NonNullable<TextPreset['place']> => ({
  position: { x: '4%', y, width: '92%', height: '20%', rotation: 0 },
  textAlign: 'center',
  verticalAlign,
});
const third = (position: Omit<Position, 'rotation'>, textAlign: TextLayer['textAlign'] = 'left') => ({
  position: { ...position, rotation: 0 },
  textAlign,
  verticalAlign: 'middle' as const,
});
const low = third({ x: '5%', y: '76%', width: '55%', height: '14%' });

/** Preset styles in display order; titles are unique. */
export const textPresets: readonly TextPreset[] = [
  { title: 'Plain', fields: { ...none, color: '#ffffff' } },
  { title: 'Outlined', fields: { color: '#ffffff', textShadow: '#000000', outlineWidth: 8, fontWeight: 'bold' } },
  { title: 'Soft shadow', fields: { ...none, ...shade, color: '#ffffff', fontWeight: 'bold' } },
  {
    title: 'Headline',
    fields: { ...none, fontFamily: 'Anton', color: '#ffffff', letterSpacing: 0.02, lineHeight: 1.1, ...shade },
  },
  {
    title: 'Meme',
    fields: meme,
  },
  {
    title: 'Neon',
    fields: {
      ...{
        ...none,
        fontFamily: 'Pacifico',
        color: '#ffe9fb',
        shadowColor: '#ff3fd0',
        shadowBlur: 30,
        shadowOffsetY: 0,
      },
    },
  },
  {
    title: 'Retro',
    fields: {
      ...{ fontFamily: 'Bangers', color: '#ffd23f', textShadow: '#7b2d8b', outlineWidth: 10, letterSpacing: 0.04 },
      ...{ shadowColor: '#2b1b4d', shadowBlur: 0, shadowOffsetX: 6, shadowOffsetY: 6 },
    },
  },
  {
    title: 'Typed',
    fields: {
      ...none,
      fontFamily: 'Courier New',
      color: '#1d1d26',
      backgroundStyle: 'wrap',
      background: '#fff8e7',
      radius: 2,
    },
  },
  {
    title: 'Highlight',
    fields: {
      ...{ ...none, color: '#1d1d26', fontWeight: 'bold', backgroundStyle: 'wrap', background: '#ffe14d' },
      ...{ padding: 10, radius: 4 },
    },
  },
  {
    title: 'Label',
    fields: {
      ...{ ...none, color: '#ffffff', fontWeight: 'bold', backgroundStyle: 'wrap', background: '#5969e2' },
      ...{ padding: 16, radius: 60 },
    },
  },
  {
    title: 'Elegant',
    fields: { ...none, fontFamily: 'Georgia', fontStyle: 'italic', color: '#ffffff', letterSpacing: 0.06, ...shade },
  },
  { title: 'Wide', fields: { ...none, color: '#ffffff', letterSpacing: 0.35, fontWeight: 'bold', ...shade } },
  {
    title: 'Sunset',
    fields: { ...none, fontFamily: 'Poppins', fontWeight: 'bold', ...between('#ffb347', '#ff2d78', 135) },
  },
  {
    title: 'Ocean',
    fields: {
      ...{ fontFamily: 'Montserrat', fontWeight: 'bold', textShadow: '#ffffff', outlineWidth: 10 },
      ...between('#19c3ff', '#1440c9'),
    },
  },
  {
    title: 'Gold',
    fields: { ...none, fontFamily: 'Cinzel', fontWeight: 'bold', ...shade, ...between('#fff6c8', '#b9820f') },
  },
  {
    title: 'Chrome',
    fields: { fontFamily: 'Archivo Black', textShadow: '#1d2733', outlineWidth: 5, ...between('#ffffff', '#7d8fa3') },
  },
  {
    title: 'Fire',
    fields: { fontFamily: 'Anton', textShadow: '#3b0a00', outlineWidth: 8, ...between('#ffe14d', '#ff3d00') },
  },
  {
    title: 'Ice',
    fields: {
      ...{ ...none, fontFamily: 'Bebas Neue', letterSpacing: 0.04, ...between('#ffffff', '#8fd3f4') },
      ...{ shadowColor: '#1c4f8f', shadowBlur: 18, shadowOffsetY: 2 },
    },
  },
  {
    title: 'Candy',
    fields: {
      ...{ fontFamily: 'Fredoka', fontWeight: 'bold', textShadow: '#ffffff', outlineWidth: 14 },
      ...{ ...shade, ...between('#ff8fb1', '#a66bff', 90) },
    },
  },
  {
    title: 'Comic',
    fields: {
      ...{ fontFamily: 'Luckiest Guy', color: '#ffffff', textShadow: '#14141c', outlineWidth: 12, letterSpacing: 0.03 },
      ...hard('#14141c', 6),
    },
  },
  {
    title: 'Sticker',
    fields: { fontFamily: 'Chewy', color: '#f0386b', textShadow: '#ffffff', outlineWidth: 20, ...shade },
  },
  { title: 'Arcade', fields: { ...none, fontFamily: 'Press Start 2P', color: '#8dffa8', ...hard('#0b3d1f', 5) } },
  { title: 'Poster', fields: { ...none, fontFamily: 'Bowlby One SC', color: '#ffe14d', ...hard('#d62828', 7) } },
  { title: 'Vintage', fields: { ...none, fontFamily: 'Abril Fatface', color: '#f6e7c1', ...hard('#5b3a29', 4) } },
  {
    title: 'Glow',
    fields: { ...none, fontFamily: 'Orbitron', fontWeight: 'bold', color: '#e2fffd', ...glow('#00d9ff') },
  },
  { title: 'Marker', fields: { ...none, fontFamily: 'Permanent Marker', color: '#ffffff' } },
  { title: 'Handwritten', fields: { ...none, fontFamily: 'Caveat', fontWeight: 'bold', color: '#ffffff', ...shade } },
  {
    title: 'Quote',
    fields: { ...none, fontFamily: 'Playfair Display', fontStyle: 'italic', color: '#ffffff', ...shade },
  },
  { title: 'Spooky', fields: { fontFamily: 'Creepster', color: '#d7263d', textShadow: '#0d0d12', outlineWidth: 8 } },
  { title: 'Stencil', fields: { ...none, fontFamily: 'Black Ops One', color: '#e9ead8', ...hard('#3c4031', 4) } },
  { title: 'Minimal', fields: { ...none, fontFamily: 'Outfit', color: '#ffffff', letterSpacing: 0.12 } },
  {
    title: 'Caption',
    fields: {
      ...none,
      fontFamily: 'Inter',
      color: '#ffffff',
      backgroundStyle: 'wrap',
      background: 'rgba(0, 0, 0, 0.6)',
    },
  },
  {
    title: 'Breaking',
    fields: {
      ...{ ...none, fontFamily: 'Oswald', fontWeight: 'bold', color: '#ffffff' },
      ...{ backgroundStyle: 'wrap', background: '#c4203b', padding: 14, radius: 0 },
    },
  },
];

/** The two lines of a meme; titles are unique among all presets. */
export const memeLines: readonly TextPreset[] = [
  { title: 'Top line', fields: meme, place: memeLine('3%', 'top') },
  { title: 'Bottom line', fields: meme, place: memeLine('77%', 'bottom') },
];

/** Lower thirds in display order; titles are unique among all presets. */
export const lowerThirds: readonly TextPreset[] = [
  {
    title: 'News bar',
    sample: 'Ada Lovelace',
    fields: {
      ...none,
      color: '#ffffff',
      fontWeight: 'bold',
      backgroundStyle: 'box',
      background: '#c4203b',
      padding: 20,
      radius: 0,
    },
    place: third({ x: '0%', y: '78%', width: '100%', height: '13%' }),
  },
  {
    title: 'Name tag',
    sample: 'Ada Lovelace',
    fields: {
      ...none,
      color: '#ffffff',
      backgroundStyle: 'box',
      background: 'rgba(16, 18, 34, 0.78)',
      padding: 20,
      radius: 14,
    },
    place: low,
  },
  {
    title: 'Pill',
    sample: 'Ada Lovelace',
    fields: {
      ...none,
      color: '#1d1d26',
      fontWeight: 'bold',
      backgroundStyle: 'wrap',
      background: '#ffffff',
      padding: 18,
      radius: 80,
    },
    place: third({ x: '10%', y: '76%', width: '80%', height: '14%' }, 'center'),
  },
  {
    title: 'Card',
    sample: 'Ada Lovelace',
    fields: {
      ...{ ...none, fontFamily: 'Poppins', fontWeight: 'bold', color: '#1d1d26' },
      ...{ backgroundStyle: 'box', background: '#ffffff', padding: 22, radius: 22 },
    },
    place: third({ x: '22%', y: '74%', width: '56%', height: '15%' }, 'center'),
  },
  {
    title: 'Ticker',
    sample: 'Ada Lovelace',
    fields: {
      ...{ ...none, fontFamily: 'Oswald', color: '#ffffff', letterSpacing: 0.02 },
      ...{ backgroundStyle: 'box', background: 'rgba(16, 18, 34, 0.88)', padding: 14, radius: 0 },
    },
    place: third({ x: '0%', y: '91%', width: '100%', height: '9%' }),
  },
  {
    title: 'Corner tag',
    sample: 'Ada Lovelace',
    fields: {
      ...{ ...none, fontFamily: 'Inter', fontWeight: 'bold', color: '#ffffff' },
      ...{ backgroundStyle: 'wrap', background: '#5969e2', padding: 14, radius: 10 },
    },
    place: third({ x: '4%', y: '5%', width: '40%', height: '9%' }),
  },
  {
    title: 'Two colors',
    sample: 'Ada Lovelace',
    fields: { ...none, ...shade, fontFamily: 'Poppins', fontWeight: 'bold', ...between('#ffd166', '#ef476f', 90) },
    place: low,
  },
  {
    title: 'Bare',
    sample: 'Ada Lovelace',
    fields: { ...none, ...shade, color: '#ffffff', fontWeight: 'bold' },
    place: low,
  },
];
