import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { fallenLevel } from '../../../engine/browser/sound/levelMeter.ts';
import { t } from '../../client/page/t.ts';
import { playhead } from '../state/playback.ts';
import { player } from '../state/player.ts';

/** The quietest level shown, in dBFS. */
const QUIETEST = -60;
/** Levels from which a bar is yellow and red, in dBFS. */
const LOUD = -9;
const CLIPPING = -1;
/** Milliseconds for which the highest level stays marked. */
const HOLD_MS = 1500;
/** Milliseconds between two announced values. */
const SPOKEN_MS = 1000;

/** Share of the bar that a level fills, 0 to 1. */
export function levelShare(decibels: number): number {
  return Math.min(1, Math.max(0, (decibels - QUIETEST) / -QUIETEST));
}

/** The color of a level. */
export function levelTone(decibels: number): 'quiet' | 'loud' | 'clipping' {
  if (decibels >= CLIPPING) return 'clipping';
  return decibels >= LOUD ? 'loud' : 'quiet';
}

/** Peak levels of both channels while the video plays, with the highest level of the last moments marked. */
export function LevelMeter() {
  const place = useRef<HTMLDivElement>(null);
  const { isPaused } = useSnapshot(playhead);
  useEffect(() => (place.current && !isPaused ? showLevels(place.current) : undefined), [isPaused]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a meter element has one bar.
    <div
      ref={place}
      className="level-meter"
      role="meter"
      aria-label="Audio level"
      aria-valuemin={QUIETEST}
      aria-valuemax={0}
      aria-valuenow={QUIETEST}
      aria-valuetext="Silence"
      title="Audio level"
    >
      {['left', 'right'].map((channel) => (
        <div key={channel} className="level-bar">
          <i className="level-now" />
          <i className="level-peak" />
        </div>
      ))}
    </div>
  );
}

/** Shows levels until it is stopped. Writes styles directly: React would render sixty times a second. */
function showLevels(place: HTMLElement): () => void {
  const bars = [...place.children] as HTMLElement[];
  const shown = bars.map(() => ({ level: Number.NEGATIVE_INFINITY, peak: Number.NEGATIVE_INFINITY, peakAt: 0 }));
  let [before, spokenAt] = [performance.now(), Number.NEGATIVE_INFINITY];
  let frame = requestAnimationFrame(function show(now) {
    const levels = player.readLevels() ?? [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
    shown.forEach((one, channel) => {
      const level = levels[channel] ?? Number.NEGATIVE_INFINITY;
      one.level = fallenLevel(one.level, level, Math.max(0, now - before) / 1000);
      if (level >= one.peak || now - one.peakAt > HOLD_MS) Object.assign(one, { peak: one.level, peakAt: now });
      drawBar(bars[channel], one);
    });
    before = now;
    if (now - spokenAt >= SPOKEN_MS) {
      spokenAt = now;
      speak(place, Math.max(...shown.map(({ peak }) => peak)));
    }
    frame = requestAnimationFrame(show);
  });
  return () => {
    cancelAnimationFrame(frame);
    for (const bar of bars) drawBar(bar, { level: QUIETEST, peak: QUIETEST });
    speak(place, QUIETEST);
  };
}

function drawBar(bar: HTMLElement | undefined, { level, peak }: { level: number; peak: number }): void {
  if (!bar) return;
  bar.dataset.tone = levelTone(peak);
  bar.style.setProperty('--level', `${levelShare(level)}`);
  bar.style.setProperty('--peak', `${levelShare(peak)}`);
}

function speak(place: HTMLElement, decibels: number): void {
  const level = Math.round(Math.max(QUIETEST, decibels));
  place.ariaValueNow = `${level}`;
  place.ariaValueText = t(level <= QUIETEST ? 'Silence' : `${level} dB`);
}
