import { useEffect, useRef } from 'react'
import { readToken, useToken } from '../api/auth-token.ts'
import { followEvents, type Heard } from './event-stream.ts'

type Listener = (heard: Heard) => void
const listeners = new Set<Listener>()
let stop: (() => void) | null = null
let following: string | null = null

/**
 * Calls `listener` for whatever happens while the component is there. However many components and tabs listen, there is
 * one stream: a browser has few connections for one bank, and ten open tabs must not use them up.
 */
export function useLiveEvents(listener: Listener) {
  const token = useToken()
  const latest = useRef(listener)
  useEffect(() => {
    latest.current = listener
  })
  useEffect(() => {
    if (!token) return
    const own: Listener = (heard) => latest.current(heard)
    listeners.add(own)
    restart()
    return () => {
      listeners.delete(own)
      restart()
    }
  }, [token])
}

function restart() {
  const wanted = listeners.size > 0 ? readToken() : null
  if (wanted === following) return
  stop?.()
  following = wanted
  stop = wanted ? start(wanted) : null
}

function hear(heard: Heard) {
  for (const listener of listeners) listener(heard)
}

/** One tab holds the lock and the stream, and passes on what it hears; when it closes, the next one goes on. */
function start(token: string): () => void {
  const ending = new AbortController()
  const { signal } = ending
  const name = `live ${token.slice(0, 8)}`
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name)
  let cursor: string | null = null
  const note = (heard: Heard) => {
    cursor = heard.cursor
    hear(heard)
  }
  if (channel) channel.onmessage = ({ data }) => note(data as Heard)
  const follow = () =>
    followEvents({
      token,
      cursor,
      signal,
      hear: (heard) => {
        note(heard)
        channel?.postMessage(heard)
      },
    })
  if (navigator.locks && channel) navigator.locks.request(name, { signal }, follow).catch(() => {})
  else void follow()
  return () => {
    ending.abort()
    channel?.close()
  }
}
