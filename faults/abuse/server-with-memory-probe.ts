/** The bank as `npm start` runs it, which also reports its memory over IPC: the heap after two full collections, and the RSS. */
process.on('message', (message) => {
  if (message !== 'memory') return
  globalThis.gc?.()
  globalThis.gc?.()
  const { heapUsed, external, rss } = process.memoryUsage()
  process.send?.({ usedBytes: heapUsed + external, rssBytes: rss })
})
// The open IPC channel must not keep the bank's process alive.
process.channel?.unref()

await import('../../server/src/main.ts')

export type Memory = { usedBytes: number; rssBytes: number }
