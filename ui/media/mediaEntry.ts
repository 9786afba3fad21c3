import type { UploadUris } from '../../api/contract/upload.ts';
import type { ChosenMedia } from '../../engine/edit/newLayers.ts';

/** A file of this device that was taken in, measured; can be given to newMediaLayer as it is. */
export interface LocalMedia extends ChosenMedia {
  id: string;
  /** The file's name on this device. */
  name: string;
  /** Bytes. */
  size: number;
  /** false: this browser cannot show it (the server can); the interface shows a calm box in its place. */
  shown: boolean;
  /** true: it moves, and only its first picture is read here. */
  showsFirstOnly?: boolean;
}

/** How far the upload of a file is: kept: not begun or waiting for its turn; elsewhere: another tab sends it. */
export type UploadState = 'kept' | 'uploading' | 'elsewhere' | 'uploaded' | 'failed';

/** A file in the media table of the page. */
export interface MediaEntry {
  id: string;
  /** The file's name on this device. */
  name: string;
  /** Bytes. */
  size: number;
  /** MIME type; '' where unknown. */
  type: string;
  /** The relative path that layers name it by: media/<id>/<file name>. */
  url: string;
  state: UploadState;
  /** Bytes sent so far. */
  sent: number;
  /** Why the upload failed, in words. */
  refusal?: string;
  /** Addresses of its upload, from its beginning on: asking there later tells what the file is. */
  session?: UploadUris;
  /** Address on the server; there once state is uploaded. */
  readUrl?: string;
  /** What was measured; absent until then. */
  facts?: ChosenMedia;
  /** false: this browser cannot show it; a calm box stands in its place. */
  shown: boolean;
}
