interface Props {
  /** Description of the result; undefined while the draft has problems. */
  words: string | undefined;
  /** Problem that no field shows. */
  refusal: string | undefined;
}

/** Describes the expected result in one line, or the problem that prevents it. */
export function EstimateLine({ words, refusal }: Props) {
  return (
    <>
      {(words !== undefined || refusal === undefined) && (
        <p className="numbers" role="status">
          {words ?? '\u00a0'}
        </p>
      )}
      {refusal !== undefined && (
        <p id="create-note" className="soft" role="status">
          {refusal}
        </p>
      )}
    </>
  );
}
