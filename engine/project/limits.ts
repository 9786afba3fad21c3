/** Limits set by both specifications. Times in seconds, sizes in bytes, lengths in pixels. */

/** Longest Studio video, seconds. */
export const MAX_VIDEO_SECONDS = 1200;
/** Longest GIF, seconds. */
export const MAX_GIF_SECONDS = 60;
/** Shortest trimmed span, seconds. */
export const MIN_TRIM_SECONDS = 1;
/** A span counts as untrimmed if its end is this close to the full duration, in seconds. */
export const UNTRIMMED_TOLERANCE = 0.01;
/** Default length of a scene without video, in seconds. */
export const IMAGE_SCENE_SECONDS = 3;
/** Length of a scene after its last video was removed, in seconds. */
export const EMPTIED_SCENE_SECONDS = 1;
/** Length of a still scene once its text is animated, in seconds. */
export const ANIMATED_SCENE_SECONDS = 5;
/** Shortest custom length of a scene without video, seconds. */
export const MIN_CUSTOM_SECONDS = 0.1;
/** Longest custom length of a scene without video, seconds. */
export const MAX_CUSTOM_SECONDS = 480;
/** Audio loops automatically only if its start plus length exceeds this, in seconds. */
export const AUDIO_LOOP_THRESHOLD = 10;
/** Audio must start more than this before the end of the video, in seconds. */
export const AUDIO_END_MARGIN = 0.2;
/** Offset of a duplicate on both axes, percent. */
export const DUPLICATE_OFFSET_PERCENT = 3;
/** Largest upload, bytes. */
export const MAX_UPLOAD_BYTES = 300_000_000;
/** Smallest font size, pixels. */
export const MIN_FONT_SIZE = 6;
/** Largest font size, pixels. */
export const MAX_FONT_SIZE = 500;
/** Font size if the box is unusable, in pixels. */
export const FALLBACK_FONT_SIZE = 16;
/** Default width of a text's outline, in pixels. */
export const TEXT_OUTLINE_WIDTH = 5;
/** Largest text outline width, shadow blur and shadow offset, in pixels of the canvas. */
export const MAX_OUTLINE_WIDTH = 100;
/** See MAX_OUTLINE_WIDTH. */
export const MAX_SHADOW_BLUR = 200;
/** See MAX_OUTLINE_WIDTH. */
export const MAX_SHADOW_OFFSET = 500;
/** Largest frame rate and palette of a GIF: its delays are in hundredths of a second, its palette index is one byte. */
export const MAX_GIF_RATE = 50;
/** See MAX_GIF_RATE. */
export const MAX_GIF_COLORS = 256;
/** Smallest and largest frame rate of a video. */
export const MIN_VIDEO_RATE = 1;
/** See MIN_VIDEO_RATE. */
export const MAX_VIDEO_RATE = 120;
/** Largest number of plays of a GIF or an animated WebP; both count in two bytes. */
export const MAX_PLAYS = 65_535;
/** Smallest and largest target size of an output, in megabytes of 1,000,000 bytes; our choice. */
export const MIN_FIT_MEGABYTES = 0.01;
/** See MIN_FIT_MEGABYTES. */
export const MAX_FIT_MEGABYTES = 10_000;
/** Largest padding and corner radius of a text's background, in pixels; our choice. */
export const MAX_BACKGROUND_SIDE = 500;
/** Slowest and fastest playback speed; the tools' speedChoice has the same bounds. */
export const MIN_SPEED = 0.25;
/** See MIN_SPEED. */
export const MAX_SPEED = 4;
/** Largest volume, as an amplitude factor; our choice. */
export const MAX_VOLUME = 2;
/** Strongest pan, to either side; our choice. */
export const MAX_PAN = 100;
/** Largest gain of a band of the equalizer, up or down, in decibels; our choice. */
export const MAX_EQ_GAIN = 24;
/** Longest audio fade, in seconds; our choice. */
export const MAX_FADE_SECONDS = 60;
/** Smallest and largest ducking, in decibels; our choice. */
export const MIN_DUCKING = 1;
/** See MIN_DUCKING. */
export const MAX_DUCKING = 48;
/** Shortest and longest attack or release of ducking, in seconds; our choice. */
export const MIN_DUCKING_SECONDS = 0.01;
/** See MIN_DUCKING_SECONDS. */
export const MAX_DUCKING_SECONDS = 5;
/** Smallest and largest target loudness of an output, in LUFS; our choice. */
export const MIN_LOUDNESS = -36;
/** See MIN_LOUDNESS. */
export const MAX_LOUDNESS = -5;
/** Smallest and largest number of stop-motion stills per second of source; our choice. */
export const MIN_STILLS = 0.1;
/** See MIN_STILLS. */
export const MAX_STILLS = 120;
/** Shortest and longest duration of one stop-motion still, in seconds; our choice. */
export const MIN_HOLD_SECONDS = 0.001;
/** See MIN_HOLD_SECONDS. */
export const MAX_HOLD_SECONDS = 600;
/** Shortest image motion (zoom or pan), in seconds; our choice. */
export const MIN_MOTION_SECONDS = 0.1;
/** Shortest and longest enter or exit animation, in seconds; our choice. */
export const MIN_ANIMATION_SECONDS = 0.1;
/** See MIN_ANIMATION_SECONDS. */
export const MAX_ANIMATION_SECONDS = 60;
/** Longest part of a source that the result of a tool uses, and longest video behind a pasted link, in seconds. */
export const MAX_SOURCE_SECONDS = 1800;
/** Longest result of a tool, in seconds; our choice. */
export const MAX_TOOL_SECONDS = 1800;
/** Longest looped video, seconds. */
export const MAX_LOOP_SECONDS = 420;
/** Longest stop-motion video, seconds. */
export const MAX_STOP_MOTION_SECONDS = 60;
/** Longest URL that a user may paste, in characters. */
export const MAX_URL_LENGTH = 2000;

// Limits of a project file, our choice: far above real projects, low enough to reject an attack at once.

/** Longest text of a project file, in bytes. */
export const MAX_PROJECT_BYTES = 8_000_000;
/** Deepest nesting of a project file. */
export const MAX_JSON_DEPTH = 20;
/** Longest time in a project, in seconds: one day. */
export const MAX_SECONDS = 86_400;
/** Most values in a project: every member of a list or an object counts. */
export const MAX_JSON_VALUES = 500_000;
/** Most template fields that `merge` may fill. */
export const MAX_MERGE_VALUES = 1000;
/** Most scenes in a project. */
export const MAX_SCENES = 500;
/** Most layers in a scene. */
export const MAX_LAYERS_PER_SCENE = 500;
/** Most layers of the whole project, besides those of its scenes; our choice. */
export const MAX_PROJECT_LAYERS = 500;
/** Most rows of the timeline; our choice. */
export const MAX_LANES = 500;
/** Most layers in a project. */
export const MAX_LAYERS = 10_000;
/** Longest name of a layer or of a marker, characters. */
export const MAX_NAME_LENGTH = 200;
/** Most markers in a project. */
export const MAX_MARKERS = 500;
/** Largest rotation in either direction, in degrees: 100 turns. */
export const MAX_ROTATION = 36_000;
/** Most keyframes of a layer. */
export const MAX_KEYFRAMES = 200;
/** Smallest distance of two keyframes of a layer, in seconds. */
export const MIN_KEYFRAME_SECONDS = 0.001;
/** Longest text of a layer, characters. */
export const MAX_TEXT_LENGTH = 10_000;
/** Most subtitles of a layer. */
export const MAX_CUES = 5000;
/** Highest audio track number of a file. */
export const MAX_AUDIO_TRACK = 99;
/** Latest time of a subtitle, in seconds: 1000 hours, because some files continue a recording's clock. */
export const MAX_CUE_SECONDS = 3_600_000;
/** Longest text of a subtitle, characters. */
export const MAX_CUE_LENGTH = 2000;
/** Most words of a subtitle with their own times. */
export const MAX_CUE_WORDS = 500;
/** Longest path data of a shape, characters. */
export const MAX_PATH_LENGTH = 200_000;
/** Shortest side of a canvas, pixels. */
export const MIN_SIDE = 16;
/** Longest side of a canvas, pixels. */
export const MAX_SIDE = 4096;

/** Containers for video output. */
export const VIDEO_CONTAINERS = ['mp4', 'webm', 'mov'] as const;
/** Codecs of a video. */
export const VIDEO_CODECS = ['h264', 'hevc', 'av1', 'vp9', 'prores'] as const;
/** Most frames in a zip: its format counts at most 65,535 files. */
export const MAX_ZIP_FRAMES = 65_535;
/** Lowest bit rate of a video, in kbit/s. */
export const MIN_BITRATE = 50;
/** Highest bit rate of a video, in kbit/s. */
export const MAX_BITRATE = 200_000;
/** Shortest distance of key frames that can be chosen, in seconds. */
export const MIN_KEYFRAME_INTERVAL = 0.1;
/** Longest distance of key frames that can be chosen, in seconds. */
export const MAX_KEYFRAME_INTERVAL = 20;
/** Formats of audio output; Opus is in an Ogg file. */
export const AUDIO_FORMATS = ['mp3', 'wav', 'm4a', 'flac', 'opus'] as const;
