import { describe, expect, it } from 'vitest';
import { avcConfig } from '../../engine/browser/export/mp4/avcConfig.ts';

const bytes = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const hex = (given: Uint8Array) => Buffer.from(given).toString('hex');

/** What encoders of real browsers gave for the first picture: their description, and how the picture begins. */
const given = {
  // Firefox 153, High and Main: the first byte of each set is doubled in the description.
  high: {
    description: '01640028030100186767640028acd94141fa10000003001001e84800f18319600100066868ebecb22c',
    picture: '0000001767640028acd94141fa10000003001001e84800f18319600000000568ebecb22c',
  },
  main: {
    description: '014d40280301001767674d4028eca0a0fd08000003000800f4240078c18cb00100056868ebecb2',
    picture: '00000016674d4028eca0a0fd08000003000800f4240078c18cb00000000468ebecb2',
  },
  // WebKitGTK 2.50 puts the sets after a delimiter.
  webkit: {
    description: '0142c01effe1001c6742c01eda0280bfe5c05a808080d28000000300bb9aca00078b175001000468ce3c80',
    picture: '0000000209100000001c6742c01eda0280bfe5c05a808080d28000000300bb9aca00078b17500000000468ce3c80',
  },
};
/** A picture after the sets. */
const slice = '0000000465888400';

describe('the description of H.264 in an exported video', () => {
  it('has the parameter sets of the first picture where those that the encoder tells are malformed', () => {
    const { high, main } = given;
    expect(hex(avcConfig(bytes(high.description), bytes(high.picture + slice)))).toBe(
      '01640028ffe1001767640028acd94141fa10000003001001e84800f183196001000568ebecb22cfdf8f800',
    );
    expect(hex(avcConfig(bytes(main.description), bytes(main.picture + slice)))).toBe(
      '014d4028ffe10016674d4028eca0a0fd08000003000800f4240078c18cb001000468ebecb2',
    );
  });

  it('stays as it is where it is right, and where pictures bring no sets or are of no form', () => {
    const { webkit } = given;
    expect(hex(avcConfig(bytes(webkit.description), bytes(webkit.picture + slice)))).toBe(webkit.description);
    for (const picture of [slice, `${slice}00`, 'ffffffff', ''])
      expect(hex(avcConfig(bytes(webkit.description), bytes(picture)))).toBe(webkit.description);
  });
});
