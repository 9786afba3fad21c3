/** How the source's colors are written. */
export interface SourceColor {
  /** rgb: the source has no matrix. */
  matrix: 'bt709' | 'bt601' | 'bt2020' | 'rgb';
  range: 'limited' | 'full';
  /** Light curve of high dynamic range, which is brought down to BT.709. */
  hdr?: 'pq' | 'hlg';
  /** Ordinary range in the primaries of BT.2020, which are converted to those of BT.709. */
  isWide?: true;
  /** It is written as in the output of a video: BT.709, limited, 4:2:0 of eight bits. */
  isFinal?: true;
}
