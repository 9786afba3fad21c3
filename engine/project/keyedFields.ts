/** What a keyframe may say of where a layer stands. */
export const keyedPlaces = ['x', 'y', 'width', 'height', 'rotation'] as const;
/** All that a keyframe may say of its layer. */
export const keyedFields = [...keyedPlaces, 'opacity'] as const;

/** What a keyframe may say of its layer. */
export type KeyedField = (typeof keyedFields)[number];
