import type { DerivedKind } from '../../contract/derivedAddress.ts';
import type { Derivation } from './derivation.ts';
import { peaks } from './peaks.ts';
import { proxy } from './proxy.ts';
import { strip } from './strip.ts';

/** All that is made of uploads. */
export const derivations: Readonly<Record<DerivedKind, Derivation>> = { proxy, strip, peaks };
