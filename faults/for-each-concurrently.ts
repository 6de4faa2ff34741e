/** Runs `work` on every item, at most `limit` at a time, in the items' order. */
export async function forEachConcurrently<T>(
  limit: number,
  items: Iterable<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const iterator = items[Symbol.iterator]()
  await Promise.all(
    Array.from({ length: limit }, async () => {
      for (let next = iterator.next(); !next.done; next = iterator.next()) await work(next.value)
    }),
  )
}
