import type { UploadUris } from '../../../api/contract/upload.ts';
import type { ChosenMedia } from '../../../engine/edit/newLayers.ts';

/** A measured local file; can be passed to newMediaLayer. */
export interface LocalMedia extends ChosenMedia {
  id: string;
  /** Local file name. */
  name: string;
  /** In bytes. */
  size: number;
  /** false: this browser cannot display it (the server can); the interface shows a neutral box instead. */
  shown: boolean;
  /** true: it is animated, but only its first frame is used. */
  showsFirstOnly?: boolean;
}

/** Upload state of a file. kept: not started or queued; elsewhere: another tab uploads it. */
export type UploadState = 'kept' | 'uploading' | 'elsewhere' | 'uploaded' | 'failed';

/** A file in the media table of the page. */
export interface MediaEntry {
  id: string;
  /** Local file name. */
  name: string;
  /** In bytes. */
  size: number;
  /** MIME type; '' where unknown. */
  type: string;
  /** Relative path that layers use: media/<id>/<file name>. */
  url: string;
  state: UploadState;
  /** Bytes uploaded so far. */
  sent: number;
  /** Why the upload failed. */
  refusal?: string;
  /** URLs of its upload session, from its start; later requests there return the file's facts. */
  session?: UploadUris;
  /** URL on the server; present once state is uploaded. */
  readUrl?: string;
  /** Measured facts; absent until then. */
  facts?: ChosenMedia;
  /** false: this browser cannot display it; a neutral box is shown instead. */
  shown: boolean;
}
