import type { ColumnType } from 'kysely';

/** A JSON column: read as a value, written as its text (both databases then agree on lists). */
export type Json<T> = ColumnType<T, string, string>;
/** The same where there may be none. */
export type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>;
/** A time that the database fills in. */
export type CreatedAt = ColumnType<Date, Date | string | undefined, Date | string>;
/** A time: read as one, written as one or as ISO 8601. */
export type Instant = ColumnType<Date, Date | string, Date | string>;
