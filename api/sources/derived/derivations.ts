import type { DerivedKind, StoredKind } from '../../contract/derivedAddress.ts';
import { withTrack } from '../../renderer/media/audioTracks.ts';
import type { Derivation } from './derivation.ts';
import { peaks } from './peaks.ts';
import { picture } from './picture.ts';
import { proxy } from './proxy.ts';
import { sound } from './sound.ts';
import { strip } from './strip.ts';

/** All derivations. */
const derivations: Readonly<Record<DerivedKind, Derivation>> = { proxy, strip, peaks, picture, sound };

/** Returns the derivation of a stored kind. */
export function derivationOf(kind: StoredKind): Derivation {
  const [name, number] = kind.split(' ') as [DerivedKind, string?];
  const known = derivations[name];
  if (number === undefined) return known;
  const track = Number(number);
  return {
    ...known,
    file: known.file.replace('.', `-track${number}.`),
    isOf: (facts) => known.isOf(facts) && track <= (facts.audioTracks?.length ?? 1),
    make: (file, probe, making) => known.make(file, withTrack(probe, track), making),
  };
}
