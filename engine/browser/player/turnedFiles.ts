import type { SoundClip } from '../../timeline/soundtrack.ts';
import { type BackwardsPart, turnAround } from './backwards.ts';

/** A sound that was turned around. */
export interface TurnedFile {
  address: string;
  /** What of the clip is other when the made file is played. */
  part: Pick<SoundClip, 'mediaStart' | 'mediaEnd' | 'isReversed' | 'isBoomeranged'>;
}

/** Sounds that play backwards, made once. */
export class TurnedFiles {
  readonly #files = new Map<string, TurnedFile | 'making' | 'none'>();
  readonly #ending = new AbortController();

  get isWorking(): boolean {
    for (const file of this.#files.values()) if (file === 'making') return true;
    return false;
  }

  /** @returns the file once it is made; none: there will not be one. */
  find(address: string, part: BackwardsPart): TurnedFile | 'making' | 'none' {
    const key = JSON.stringify([address, part]);
    const known = this.#files.get(key);
    if (known) return known;
    this.#files.set(key, 'making');
    turnAround(address, part, this.#ending.signal).then(
      (blob) => this.#files.set(key, blob ? turnedFile(blob, part) : 'none'),
      () => this.#files.set(key, 'none'),
    );
    return 'making';
  }

  dispose(): void {
    this.#ending.abort();
    for (const file of this.#files.values()) if (typeof file === 'object') URL.revokeObjectURL(file.address);
    this.#files.clear();
  }
}

function turnedFile(blob: Blob, { start, end, isBoomeranged }: BackwardsPart): TurnedFile {
  const length = (end - start) * (isBoomeranged ? 2 : 1);
  const part = { mediaStart: 0, mediaEnd: length, isReversed: false, isBoomeranged: false };
  return { address: URL.createObjectURL(blob), part };
}
