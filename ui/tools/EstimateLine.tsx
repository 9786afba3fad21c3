interface Props {
  /** What will come out; undefined while nothing can. */
  words: string | undefined;
  /** What is wrong that no field says. */
  refusal: string | undefined;
}

/** What will come out in a line; while nothing can, why. */
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
