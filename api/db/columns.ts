import type { ColumnType } from 'kysely';

/** A JSON column: read as a value, written as its text (both databases then agree on lists). */
export type Json<T> = ColumnType<T, string, string>;
/** A JSON column that may be null. */
export type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>;
/** A timestamp that defaults to the current time. */
export type CreatedAt = ColumnType<Date, Date | string | undefined, Date | string>;
/** A timestamp: read as Date, written as Date or ISO 8601. */
export type Instant = ColumnType<Date, Date | string, Date | string>;

/** Lifecycle of all work. */
export type WorkState = 'queued' | 'running' | 'done' | 'failed' | 'canceled';
