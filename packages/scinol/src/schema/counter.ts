/** A shorter sequence that increases may do so by chance. */
const SHORTEST = 100;
/** Fewer rows are too few even for 1, 2, 3, … */
export const ROWS_OF_COUNTER = 20;
/** Rows are counted with gaps where some were left out; what grows faster is a quantity, such as a population. */
const LARGEST_MEAN_STEP = 16;

/**
 * Whether the numbers count rows: whole, each larger than the one before (or each smaller), in small or equal steps. Few
 * rows, below `shortest`, count only if the sequence is 0, 1, 2, … or 1, 2, 3, …
 */
export function isCounter(numbers: readonly number[], shortest: number = SHORTEST): boolean {
  const { length } = numbers;
  if (length < ROWS_OF_COUNTER) return false;
  const [first, second] = numbers;
  if ((first === 0 || first === 1) && numbers.every((value, n) => value === first + n)) return true;
  if (length < shortest || !numbers.every(Number.isInteger)) return false;
  const sign = second > first ? 1 : -1;
  for (let n = 1; n < length; n++) if ((numbers[n] - numbers[n - 1]) * sign <= 0) return false;
  const step = second - first;
  const meanStep = (sign * (numbers[length - 1] - first)) / (length - 1);
  return meanStep <= LARGEST_MEAN_STEP || numbers.every((value, n) => value === first + n * step);
}

/** Whether the column's name is one that identifiers of rows have. */
export function isIdentifierName(name: string): boolean {
  return (
    /^(?:id|uuid|guid|identifier|index|row|unnamed: 0)$|^row[ _]?(?:id|num|number)$|(?:_|\b)id$/i.test(
      name,
    ) || /[a-z]I[Dd]$/.test(name)
  );
}
