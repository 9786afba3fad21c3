/** Numbers that both specifications fix. Seconds for time, bytes for sizes, pixels for lengths. */

/** Longest Studio video, seconds. */
export const MAX_VIDEO_SECONDS = 1200;
/** Longest GIF, seconds. */
export const MAX_GIF_SECONDS = 60;
/** Shortest trimmed span, seconds. */
export const MIN_TRIM_SECONDS = 1;
/** A span is untrimmed when its end is this close to the full duration, seconds. */
export const UNTRIMMED_TOLERANCE = 0.01;
/** Length of a scene of pictures that has none of its own, seconds. */
export const IMAGE_SCENE_SECONDS = 3;
/** Length of a scene whose last video was removed, seconds. */
export const EMPTIED_SCENE_SECONDS = 1;
/** Length given to a still scene when its text becomes animated, seconds. */
export const ANIMATED_SCENE_SECONDS = 5;
/** Shortest custom length of a scene without video, seconds. */
export const MIN_CUSTOM_SECONDS = 0.1;
/** Longest custom length of a scene without video, seconds. */
export const MAX_CUSTOM_SECONDS = 480;
/** Audio loops by itself only when its start plus length is over this, seconds. */
export const AUDIO_LOOP_THRESHOLD = 10;
/** Audio starts more than this before the end of the video, seconds. */
export const AUDIO_END_MARGIN = 0.2;
/** Offset of a duplicate on both axes, percent. */
export const DUPLICATE_OFFSET_PERCENT = 3;
/** Largest upload, bytes. */
export const MAX_UPLOAD_BYTES = 300_000_000;
/** Smallest font size, pixels. */
export const MIN_FONT_SIZE = 6;
/** Largest font size, pixels. */
export const MAX_FONT_SIZE = 500;
/** Font size when the box is unusable, pixels. */
export const FALLBACK_FONT_SIZE = 16;
/** Width of a text's outline unless it has its own, pixels. */
export const TEXT_OUTLINE_WIDTH = 5;
/** Widest outline of letters, softest and furthest shadow, pixels of the canvas. */
export const MAX_OUTLINE_WIDTH = 100;
/** See MAX_OUTLINE_WIDTH. */
export const MAX_SHADOW_BLUR = 200;
/** See MAX_OUTLINE_WIDTH. */
export const MAX_SHADOW_OFFSET = 500;
/** Most frames a second and colors of a GIF: its delays are hundredths of a second, its palette one byte. */
export const MAX_GIF_RATE = 50;
/** See MAX_GIF_RATE. */
export const MAX_GIF_COLORS = 256;
/** How often a GIF or an animated WebP can be told to play; both count in two bytes. */
export const MAX_PLAYS = 65_535;
/** Least and greatest size that an output can be fitted under, megabytes of 1,000,000 bytes; ours. */
export const MIN_FIT_MEGABYTES = 0.01;
/** See MIN_FIT_MEGABYTES. */
export const MAX_FIT_MEGABYTES = 10_000;
/** Largest padding and corner radius of a text's background, pixels; ours. */
export const MAX_BACKGROUND_SIDE = 500;
/** Slowest and fastest pace of a video; the tools' speedChoice has the same bounds. */
export const MIN_SPEED = 0.25;
/** See MIN_SPEED. */
export const MAX_SPEED = 4;
/** Strongest volume, as a factor of the amplitude; ours. */
export const MAX_VOLUME = 2;
/** Longest fade of a sound, seconds; ours. */
export const MAX_FADE_SECONDS = 60;
/** Least and greatest ducking of a sound, decibels; ours. */
export const MIN_DUCKING = 1;
/** See MIN_DUCKING. */
export const MAX_DUCKING = 48;
/** Shortest and longest time in which a ducked sound goes down or comes back, seconds; ours. */
export const MIN_DUCKING_SECONDS = 0.01;
/** See MIN_DUCKING_SECONDS. */
export const MAX_DUCKING_SECONDS = 5;
/** Softest and loudest loudness that an output can be brought to, LUFS; ours. */
export const MIN_LOUDNESS = -36;
/** See MIN_LOUDNESS. */
export const MAX_LOUDNESS = -5;
/** Fewest and most stills that stop-motion takes a second of its source; ours. */
export const MIN_STILLS = 0.1;
/** See MIN_STILLS. */
export const MAX_STILLS = 120;
/** How long each of them is shown at least and at most, seconds; ours. */
export const MIN_HOLD_SECONDS = 0.001;
/** See MIN_HOLD_SECONDS. */
export const MAX_HOLD_SECONDS = 600;
/** Shortest time that a picture takes to move in its box, seconds; ours. */
export const MIN_MOTION_SECONDS = 0.1;
/** Shortest and longest time in which a layer comes or goes, seconds; ours. */
export const MIN_ANIMATION_SECONDS = 0.1;
/** See MIN_ANIMATION_SECONDS. */
export const MAX_ANIMATION_SECONDS = 60;
/** Longest source video of a tool, seconds. */
export const MAX_SOURCE_SECONDS = 1800;
/** Longest sound that a tool works on, and the longest that a tool makes, seconds; ours. */
export const MAX_TOOL_SECONDS = 1800;
/** Longest looped video, seconds. */
export const MAX_LOOP_SECONDS = 420;
/** Longest stop-motion video, seconds. */
export const MAX_STOP_MOTION_SECONDS = 60;
/** Longest address a user may paste, characters. */
export const MAX_URL_LENGTH = 2000;

// Caps of a project file, ours: far above any real project, low enough to refuse an attack at once.

/** Longest text of a project file, bytes. */
export const MAX_PROJECT_BYTES = 8_000_000;
/** How deep the values of a project may be nested. */
export const MAX_JSON_DEPTH = 20;
/** Longest time that a project may name, seconds: a day. */
export const MAX_SECONDS = 86_400;
/** How many values a project may hold: every member of a list or an object counts. */
export const MAX_JSON_VALUES = 500_000;
/** How many fields of a template `merge` may fill. */
export const MAX_MERGE_VALUES = 1000;
/** How many scenes a project may have. */
export const MAX_SCENES = 500;
/** How many layers a scene may have. */
export const MAX_LAYERS_PER_SCENE = 500;
/** How many layers all scenes of a project may have together. */
export const MAX_LAYERS = 10_000;
/** Longest name of a layer or of a marker, characters. */
export const MAX_NAME_LENGTH = 200;
/** How many markers a timeline may have. */
export const MAX_MARKERS = 500;
/** How far a layer may be rotated either way, degrees: a hundred times around. */
export const MAX_ROTATION = 36_000;
/** How many keyframes a layer may have. */
export const MAX_KEYFRAMES = 200;
/** Two keyframes of a layer are so far apart at least, seconds. */
export const MIN_KEYFRAME_SECONDS = 0.001;
/** Longest text of a layer, characters. */
export const MAX_TEXT_LENGTH = 10_000;
/** How many subtitles a layer may have. */
export const MAX_CUES = 5000;
/** Highest number of an audio track of a file. */
export const MAX_AUDIO_TRACK = 99;
/** Latest time of a subtitle, seconds: a thousand hours, because some files count on from a recording's clock. */
export const MAX_CUE_SECONDS = 3_600_000;
/** Longest text of a subtitle, characters. */
export const MAX_CUE_LENGTH = 2000;
/** How many words of a subtitle may have times of their own. */
export const MAX_CUE_WORDS = 500;
/** Longest path data of a shape, characters. */
export const MAX_PATH_LENGTH = 200_000;
/** Shortest side of a canvas, pixels. */
export const MIN_SIDE = 16;
/** Longest side of a canvas, pixels. */
export const MAX_SIDE = 4096;

/** The containers that a video can come out in. */
export const VIDEO_CONTAINERS = ['mp4', 'webm', 'mov'] as const;
