/**
 * The server of the abuse campaign: the real bank, whose background jobs can be paused. Over IPC it also reports its memory: the
 * heap after two full collections, and the RSS.
 */
import { Session } from 'node:inspector/promises'
import { startBank } from '#server/bootstrap/start-bank.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { createJobGate } from './job-gate.ts'

export type Memory = { usedBytes: number; rssBytes: number }

const jobs = createJobGate()
const requests: Record<string, () => unknown> = {
  memory: measure,
  'pause jobs': jobs.pause,
  'resume jobs': jobs.resume,
}
process.on('message', async (message: string) => process.send?.((await requests[message]?.()) ?? null))
// The open IPC channel must not keep the bank's process alive.
process.channel?.unref()

const bank = await startBank(readConfig(process.env), console.error, { wrapJob: jobs.wrap })
process.once('SIGTERM', () => void bank.stop().then(() => process.exit(0)))

async function measure(): Promise<Memory> {
  const session = new Session()
  session.connect()
  await session.post('HeapProfiler.collectGarbage')
  await session.post('HeapProfiler.collectGarbage')
  session.disconnect()
  const { heapUsed, external, rss } = process.memoryUsage()
  return { usedBytes: heapUsed + external, rssBytes: rss }
}
