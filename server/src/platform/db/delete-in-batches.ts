/** A transaction each: locks are short, and what was deleted before an error stays deleted. */
const ROWS = 2_000

/**
 * Repeats a statement that deletes at most so many rows, until it finds fewer. Safe on several servers at once:
 * a row that another one has deleted is not counted. Returns how many were deleted.
 */
export async function deleteInBatches(deleteSome: (rows: number) => PromiseLike<{ count: number }>): Promise<number> {
  for (let total = 0; ; ) {
    const { count } = await deleteSome(ROWS)
    total += count
    if (count < ROWS) return total
  }
}
