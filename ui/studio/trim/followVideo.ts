/** Inaudible difference between the two positions, in seconds. */
const DRIFT = 0.1;

/**
 * Plays an audio element along with a video, for a track that the video element cannot play itself.
 * @returns a function that ends it.
 */
export function followVideo(video: HTMLMediaElement, audio: HTMLMediaElement): () => void {
  const ending = new AbortController();
  const on = (names: readonly string[], work: () => void) => {
    for (const name of names) video.addEventListener(name, work, { signal: ending.signal });
  };
  const align = () => {
    if (Math.abs(audio.currentTime - video.currentTime) > DRIFT) audio.currentTime = video.currentTime;
  };
  const play = () => {
    align();
    // Rejected only if paused again at once; a file that cannot be played stays silent.
    if (!video.paused && audio.paused) audio.play().catch(() => undefined);
  };
  on(['seeked', 'timeupdate'], align);
  on(['play', 'playing'], play);
  on(['pause', 'waiting', 'ended'], () => audio.pause());
  play();
  return () => {
    ending.abort();
    audio.pause();
  };
}
