import type { LiveEvent } from '#contract/events.ts'
import { markTokenRejected } from '../api/auth-token.ts'

/** `reset`: nobody knows what was missed, so everything on the page has to be loaded anew. */
export type Heard = { cursor: string; reset: boolean; event: LiveEvent | null }

type Following = { token: string; cursor: string | null; hear: (heard: Heard) => void; signal: AbortSignal }

/** The bank says something at least every fifteen seconds; a line that is silent for longer is dead. */
const SILENCE_MS = 40_000
/** Where a proxy holds streams back, not even the first word arrives. */
const FIRST_WORD_MS = 6_000
const POLL_EVERY_MS = 2_000
const POLLS_BEFORE_ANOTHER_TRY = 30
const LONGEST_PAUSE_MS = 15_000

type Ended = 'ended' | 'refused' | 'blocked'

/** Follows what happens until told to stop: by a stream, and by asking where streams don't get through. */
export async function followEvents(following: Following): Promise<void> {
  const { signal } = following
  let failures = 0
  while (!signal.aborted) {
    const ended = await readStream(following, () => {
      failures = 0
    })
    if (ended === 'refused' || signal.aborted) return
    if (ended === 'blocked' && (await poll(following)) === 'refused') return
    failures += 1
    // Many pages lose their line at the same moment; they should not all come back at one.
    const pause = Math.min(LONGEST_PAUSE_MS, 250 * 2 ** failures) * (0.5 + Math.random() / 2)
    await sleep(failures === 1 ? 200 * Math.random() : pause, signal)
  }
}

async function readStream(following: Following, onWord: () => void): Promise<Ended> {
  const { token, signal } = following
  const watchdog = new AbortController()
  let timer = setTimeout(() => watchdog.abort(), FIRST_WORD_MS)
  let begun = false
  try {
    const response = await fetch('/api/events', {
      headers: {
        accept: 'text/event-stream',
        authorization: `Bearer ${token}`,
        ...(following.cursor ? { 'last-event-id': following.cursor } : {}),
      },
      cache: 'no-store',
      signal: AbortSignal.any([signal, watchdog.signal]),
    })
    if (response.status === 401) return refused(token)
    if (!response.ok || !response.body) return 'blocked'
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return begun ? 'ended' : 'blocked'
      begun = true
      onWord()
      clearTimeout(timer)
      timer = setTimeout(() => watchdog.abort(), SILENCE_MS)
      const frames = (text + value).split('\n\n')
      text = frames.pop() ?? ''
      for (const frame of frames) hearFrame(following, frame)
    }
  } catch {
    // A line that breaks before its first word may be blocked, or the bank may be away: asking tells.
    return begun ? 'ended' : 'blocked'
  } finally {
    clearTimeout(timer)
  }
}

function hearFrame(following: Following, frame: string) {
  const fields = new Map(
    frame.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  )
  const [id, data] = [fields.get('id'), fields.get('data')]
  if (!id || !data) return
  const told = JSON.parse(data)
  if (fields.get('event') === 'hello') hearAt(following, { cursor: id, reset: told.reset, event: null })
  else hearAt(following, { cursor: id, reset: false, event: told })
}

function hearAt(following: Following, heard: Heard) {
  following.cursor = heard.cursor
  following.hear(heard)
}

async function poll(following: Following): Promise<Ended> {
  const { token, signal } = following
  for (let polls = 0; polls < POLLS_BEFORE_ANOTHER_TRY && !signal.aborted; polls += 1) {
    try {
      const { cursor } = following
      const response = await fetch(`/api/events/recent${cursor ? `?after=${cursor}` : ''}`, {
        headers: { accept: 'application/json', authorization: `Bearer ${token}` },
        cache: 'no-store',
        signal,
      })
      if (response.status === 401) return refused(token)
      // The bank is away for everybody: then the stream is tried again, after a pause.
      if (!response.ok) return 'ended'
      const now = response.headers.get('last-event-id')
      for (const event of (await response.json()) as LiveEvent[])
        hearAt(following, {
          cursor: event.id,
          reset: event.topic === 'reset',
          event: event.topic === 'reset' ? null : event,
        })
      if (now && !cursor) hearAt(following, { cursor: now, reset: true, event: null })
    } catch {
      return 'ended'
    }
    await sleep(POLL_EVERY_MS, signal)
  }
  return 'ended'
}

function refused(token: string): Ended {
  markTokenRejected(token)
  return 'refused'
}

const sleep = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
