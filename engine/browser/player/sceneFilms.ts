import { mediaRateAt, mediaTimeAt } from '../../timeline/mediaTime.ts';
import { heldAt } from '../../timeline/resolve.ts';
import type { LayerSpan, SceneSpan } from '../../timeline/spans.ts';
import type { MediaHandle, MediaPool } from '../media/mediaPool.ts';

/** A layer's film, and where it is named. */
export interface NamedFilm {
  layerId: string;
  /** As the project names it. */
  url: string;
}

interface Film {
  span: LayerSpan;
  handle: MediaHandle;
  /** held: of the scene before, which stands still in a transition; coming: of the next scene. */
  role: 'played' | 'held' | 'coming';
}

/**
 * The films of the played scene, of the one before while that still shows, and of the next one shortly before it begins.
 * They are the very ones that a preview with the same pool shows.
 */
export class SceneFilms {
  readonly pool: MediaPool;
  readonly #films = new Map<string, Film>();
  /** Layers whose film is missing, and was told of. */
  readonly #told = new Set<string>();
  #before: SceneSpan | undefined;
  #coming: SceneSpan | undefined;
  #time = 0;

  constructor(pool: MediaPool) {
    this.pool = pool;
  }

  /** How many films the played scene has. */
  get count(): number {
    let count = 0;
    for (const { role } of this.#films.values()) if (role === 'played') count += 1;
    return count;
  }

  /**
   * Takes the films of the scene that is played from now on, and lets go of all others.
   * @param before the scene that stands still meanwhile, if any.
   */
  use(scene: SceneSpan | undefined, before?: SceneSpan): void {
    this.#coming = undefined;
    for (const film of this.#films.values()) film.role = 'coming';
    for (const span of scene?.layers ?? []) this.#open(span, 'played');
    this.#keep(before);
  }

  /** Lets the films of a scene stand still as it ended; undefined: of none. Lets go of those that nobody needs. */
  hold(before: SceneSpan | undefined): void {
    if (before === this.#before) return;
    for (const film of this.#films.values()) if (film.role === 'held') film.role = 'coming';
    this.#keep(before);
  }

  /** Opens the films of the scene that comes next, winds them to where they begin, and lets them begin there. */
  prepare(scene: SceneSpan, begins: boolean): void {
    if (this.#coming !== scene) for (const span of scene.layers) this.#open(span, 'coming');
    else if (!begins) return;
    this.#coming = scene;
    for (const film of this.#films.values()) if (film.role === 'coming') bring(film, scene.start, begins);
  }

  /** Brings the films of the played scene to a time, seconds of the whole video, and plays or rests them. */
  follow(time: number, isPlaying: boolean): void {
    for (const film of this.#films.values()) if (film.role === 'played') bring(film, time, isPlaying);
    this.#time = time;
  }

  /** Whether every film that is seen rests at its time and can be played from there, or will never be. */
  isReady(): boolean {
    for (const { role, handle } of this.#films.values()) if (role !== 'coming' && !handle.canGoOn) return false;
    return true;
  }

  /** Whether no film lacks the data to play on. One that stands still or runs backwards shows what it can. */
  canGoOn(): boolean {
    for (const { span, handle, role } of this.#films.values()) {
      const isNeeded = role === 'played' && (handle.state === 'loading' || mediaRateAt(span, this.#time) > 0);
      if (isNeeded && !handle.canGoOn) return false;
    }
    return true;
  }

  /** The films that are waited for. */
  late(): NamedFilm[] {
    return this.#named(({ role, handle }) => role !== 'coming' && !handle.canGoOn);
  }

  /** The films of the played scene that cannot be shown and that have not been told of since `forgetMissing`. */
  newlyMissing(): NamedFilm[] {
    for (const film of this.#films.values()) {
      if (!this.#isNewlyMissing(film)) continue;
      const found = this.#named((one) => this.#isNewlyMissing(one));
      for (const { layerId } of found) this.#told.add(layerId);
      return found;
    }
    return none;
  }

  /** Tells of missing films once more. */
  forgetMissing(): void {
    this.#told.clear();
  }

  /** Ends all uses. */
  dispose(): void {
    for (const [id, film] of this.#films) this.#close(id, film);
  }

  #keep(before: SceneSpan | undefined): void {
    this.#before = before;
    for (const span of before?.layers ?? []) {
      const film = this.#open(span, 'held');
      if (film && before) bring(film, heldAt(before), false);
    }
    for (const [id, film] of this.#films) if (film.role === 'coming' && !this.#isComing(film)) this.#close(id, film);
  }

  #isNewlyMissing({ span, handle, role }: Film): boolean {
    return role === 'played' && handle.state === 'failed' && !this.#told.has(span.layer.id);
  }

  #isComing({ span }: Film): boolean {
    return this.#coming?.sceneIndex === span.sceneIndex;
  }

  #named(isMeant: (film: Film) => boolean): NamedFilm[] {
    return [...this.#films.values()]
      .filter(isMeant)
      .map(({ span, handle }) => ({ layerId: span.layer.id, url: handle.url }));
  }

  #open(span: LayerSpan, role: Film['role']): Film | undefined {
    const { layer } = span;
    if (layer.type !== 'video') return undefined;
    const known = this.#films.get(layer.id);
    if (known?.handle.url === layer.url) {
      known.span = span;
      known.role = role;
      return known;
    }
    const film = { span, handle: this.pool.acquire(layer.url, 'video', () => {}, layer.id), role };
    known?.handle.release();
    this.#films.set(layer.id, film);
    return film;
  }

  #close(id: string, { handle }: Film): void {
    this.#films.delete(id);
    handle.release();
  }
}

const none: NamedFilm[] = [];

/** Where the project does not know a film's length, the preview that shows it does. */
function bring({ span, handle }: Film, time: number, isPlaying: boolean): void {
  if (!span.media || span.media.end <= span.media.start) return;
  handle.follow(mediaTimeAt(span, time), isPlaying ? mediaRateAt(span, time) : 0);
}
