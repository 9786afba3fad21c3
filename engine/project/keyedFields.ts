/** Fields of a keyframe that place a layer. */
export const keyedPlaces = ['x', 'y', 'width', 'height', 'rotation'] as const;
/** All fields of a layer that a keyframe can set. */
export const keyedFields = [...keyedPlaces, 'opacity'] as const;

/** A field that a keyframe can set. */
export type KeyedField = (typeof keyedFields)[number];
