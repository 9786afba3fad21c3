import { describe, expect, it } from 'vitest';
import { avcConfig } from '../../../engine/browser/export/mp4/avcConfig.ts';

const bytes = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const hex = (given: Uint8Array) => Buffer.from(given).toString('hex');

/** Descriptions and first bytes of the first frame from encoders of real browsers. */
const given = {
  // Firefox 153, High and Main: the description repeats the first byte of each parameter set.
  high: {
    description: '01640028030100186767640028acd94141fa10000003001001e84800f18319600100066868ebecb22c',
    picture: '0000001767640028acd94141fa10000003001001e84800f18319600000000568ebecb22c',
  },
  main: {
    description: '014d40280301001767674d4028eca0a0fd08000003000800f4240078c18cb00100056868ebecb2',
    picture: '00000016674d4028eca0a0fd08000003000800f4240078c18cb00000000468ebecb2',
  },
  // WebKitGTK 2.50 puts the parameter sets after an access unit delimiter.
  webkit: {
    description: '0142c01effe1001c6742c01eda0280bfe5c05a808080d28000000300bb9aca00078b175001000468ce3c80',
    picture: '0000000209100000001c6742c01eda0280bfe5c05a808080d28000000300bb9aca00078b17500000000468ce3c80',
  },
};
/** A frame after the parameter sets. */
const slice = '0000000465888400';

describe('avcConfig', () => {
  it('uses the parameter sets of the first frame if those of the encoder are malformed', () => {
    const { high, main } = given;
    expect(hex(avcConfig(bytes(high.description), bytes(high.picture + slice)))).toBe(
      '01640028ffe1001767640028acd94141fa10000003001001e84800f183196001000568ebecb22cfdf8f800',
    );
    expect(hex(avcConfig(bytes(main.description), bytes(main.picture + slice)))).toBe(
      '014d4028ffe10016674d4028eca0a0fd08000003000800f4240078c18cb001000468ebecb2',
    );
  });

  it('keeps a valid description, and any description if frames contain no parameter sets or are malformed', () => {
    const { webkit } = given;
    expect(hex(avcConfig(bytes(webkit.description), bytes(webkit.picture + slice)))).toBe(webkit.description);
    for (const picture of [slice, `${slice}00`, 'ffffffff', ''])
      expect(hex(avcConfig(bytes(webkit.description), bytes(picture)))).toBe(webkit.description);
  });
});
