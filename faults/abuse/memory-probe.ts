/**
 * Loaded into the server under attack before anything else (`--import`), so that its memory can be asked for from outside:
 * what is left after two full collections, and what the system counts.
 */
process.on('message', (word) => {
  if (word !== 'memory') return
  globalThis.gc?.()
  globalThis.gc?.()
  const { heapUsed, external, rss } = process.memoryUsage()
  process.send?.({ usedBytes: heapUsed + external, rssBytes: rss })
})
// The bank ends when it has nothing more to do, whether or not somebody could still ask.
process.channel?.unref()
