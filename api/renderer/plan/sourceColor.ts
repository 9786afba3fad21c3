/** Color encoding of a source. */
export interface SourceColor {
  /** rgb: no matrix. */
  matrix: 'bt709' | 'bt601' | 'bt2020' | 'rgb';
  range: 'limited' | 'full';
  /** HDR transfer function, tone-mapped to BT.709. */
  hdr?: 'pq' | 'hlg';
  /** SDR with BT.2020 primaries, converted to BT.709. */
  isWide?: true;
  /** Same encoding as the output of a video: BT.709, limited range, 8-bit 4:2:0. */
  isFinal?: true;
}
