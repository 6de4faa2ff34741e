import { useEffect, useRef } from 'react'
import { readToken, useToken } from '../api/auth-token.ts'
import { followEvents, type StreamMessage } from './event-stream.ts'

type Listener = (message: StreamMessage) => void
const listeners = new Set<Listener>()
let stop: (() => void) | null = null
let streamToken: string | null = null

/**
 * Calls `listener` for every event while the component is mounted. All components and tabs share one stream, because a
 * browser allows few connections per host.
 */
export function useLiveEvents(listener: Listener) {
  const token = useToken()
  const latest = useRef(listener)
  useEffect(() => {
    latest.current = listener
  })
  useEffect(() => {
    if (!token) return
    const own: Listener = (message) => latest.current(message)
    listeners.add(own)
    restart()
    return () => {
      listeners.delete(own)
      restart()
    }
  }, [token])
}

function restart() {
  const token = listeners.size > 0 ? readToken() : null
  if (token === streamToken) return
  stop?.()
  streamToken = token
  stop = token ? start(token) : null
}

function publish(message: StreamMessage) {
  for (const listener of listeners) listener(message)
}

/** One tab holds the lock and the stream and broadcasts its messages; when it closes, the next tab takes over. */
function start(token: string): () => void {
  const controller = new AbortController()
  const { signal } = controller
  const name = `live ${token.slice(0, 8)}`
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name)
  let cursor: string | null = null
  const receive = (message: StreamMessage) => {
    cursor = message.cursor
    publish(message)
  }
  if (channel) channel.onmessage = ({ data }) => receive(data as StreamMessage)
  const follow = () =>
    followEvents({
      token,
      cursor,
      signal,
      onMessage: (message) => {
        receive(message)
        channel?.postMessage(message)
      },
    })
  if (navigator.locks && channel) navigator.locks.request(name, { signal }, follow).catch(() => {})
  else void follow()
  return () => {
    controller.abort()
    channel?.close()
  }
}
