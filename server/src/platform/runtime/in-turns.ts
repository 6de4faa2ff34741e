import type { limitConcurrency } from './limit-concurrency.ts'

/** Makes each part of a stream in a turn of its own, so that a slow client holds no turn while it downloads. */
export async function* inTurns<T>(
  parts: AsyncGenerator<T>,
  run: ReturnType<typeof limitConcurrency>,
  lane: string,
): AsyncGenerator<T> {
  try {
    for (;;) {
      const { done, value } = await run(() => parts.next(), { lane })
      if (done) return
      yield value
    }
  } finally {
    await parts.return(undefined)
  }
}
