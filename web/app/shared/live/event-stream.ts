import type { LiveEvent } from '#contract/notifications/events.ts'
import { markTokenRejected } from '../api/auth-token.ts'

/** `reset`: events may have been missed, so everything on the page has to be reloaded. */
export type StreamMessage = { cursor: string; reset: boolean; event: LiveEvent | null }

type Subscription = {
  token: string
  /** The id of the last event received. */
  cursor: string | null
  onMessage: (message: StreamMessage) => void
  signal: AbortSignal
}

/** The server sends a heartbeat at least every fifteen seconds; a connection that is silent for longer is dead. */
const SILENCE_MS = 40_000
/** A proxy that buffers streams does not even pass on the first bytes. */
const FIRST_BYTES_MS = 6_000
const POLL_EVERY_MS = 2_000
const POLLS_BEFORE_STREAM_RETRY = 30
const MAX_BACKOFF_MS = 15_000
const FIRST_RECONNECT_WITHIN_MS = 2_000

type StreamEnd = 'ended' | 'unauthorized' | 'blocked'

/** Receives events until aborted: by a stream, or by polling where streams are blocked. */
export async function followEvents(subscription: Subscription): Promise<void> {
  const { signal } = subscription
  let failures = 0
  while (!signal.aborted) {
    const end = await readStream(subscription, () => {
      failures = 0
    })
    if (end === 'unauthorized' || signal.aborted) return
    if (end === 'blocked' && (await poll(subscription)) === 'unauthorized') return
    failures += 1
    await sleep(reconnectDelayMs(failures), signal)
  }
}

/** The delay has jitter: all pages of a server that stops lose their connection at the same moment. */
export function reconnectDelayMs(failures: number, random = Math.random()): number {
  if (failures === 1) return FIRST_RECONNECT_WITHIN_MS * random
  return Math.min(MAX_BACKOFF_MS, 250 * 2 ** failures) * (0.5 + random / 2)
}

async function readStream(subscription: Subscription, onBytes: () => void): Promise<StreamEnd> {
  const { token, signal } = subscription
  const watchdog = new AbortController()
  let timer = setTimeout(() => watchdog.abort(), FIRST_BYTES_MS)
  let begun = false
  try {
    const response = await fetch('/api/events', {
      headers: {
        accept: 'text/event-stream',
        authorization: `Bearer ${token}`,
        ...(subscription.cursor ? { 'last-event-id': subscription.cursor } : {}),
      },
      cache: 'no-store',
      signal: AbortSignal.any([signal, watchdog.signal]),
    })
    if (response.status === 401) return rejectToken(token)
    if (!response.ok || !response.body) return 'blocked'
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return begun ? 'ended' : 'blocked'
      begun = true
      onBytes()
      clearTimeout(timer)
      timer = setTimeout(() => watchdog.abort(), SILENCE_MS)
      const frames = (text + value).split('\n\n')
      text = frames.pop() ?? ''
      for (const frame of frames) handleFrame(subscription, frame)
    }
  } catch {
    // A connection that breaks before its first bytes may be blocked, or the server may be down: polling tells.
    return begun ? 'ended' : 'blocked'
  } finally {
    clearTimeout(timer)
  }
}

function handleFrame(subscription: Subscription, frame: string) {
  const fields = new Map(
    frame.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  )
  const [id, data] = [fields.get('id'), fields.get('data')]
  if (!id || !data) return
  const parsed = JSON.parse(data)
  if (fields.get('event') === 'hello') deliver(subscription, { cursor: id, reset: parsed.reset, event: null })
  else deliver(subscription, { cursor: id, reset: false, event: parsed })
}

function deliver(subscription: Subscription, message: StreamMessage) {
  subscription.cursor = message.cursor
  subscription.onMessage(message)
}

async function poll(subscription: Subscription): Promise<StreamEnd> {
  const { token, signal } = subscription
  for (let polls = 0; polls < POLLS_BEFORE_STREAM_RETRY && !signal.aborted; polls += 1) {
    try {
      const { cursor } = subscription
      const response = await fetch(`/api/events/recent${cursor ? `?after=${cursor}` : ''}`, {
        headers: { accept: 'application/json', authorization: `Bearer ${token}` },
        cache: 'no-store',
        signal,
      })
      if (response.status === 401) return rejectToken(token)
      // The server is unavailable: the stream is retried after a pause.
      if (!response.ok) return 'ended'
      const latestId = response.headers.get('last-event-id')
      for (const event of (await response.json()) as LiveEvent[])
        deliver(subscription, {
          cursor: event.id,
          reset: event.topic === 'reset',
          event: event.topic === 'reset' ? null : event,
        })
      if (latestId && !cursor) deliver(subscription, { cursor: latestId, reset: true, event: null })
    } catch {
      return 'ended'
    }
    await sleep(POLL_EVERY_MS, signal)
  }
  return 'ended'
}

function rejectToken(token: string): StreamEnd {
  markTokenRejected(token)
  return 'unauthorized'
}

const sleep = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
