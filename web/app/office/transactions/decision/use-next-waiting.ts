import { useEffect, useRef } from 'react'

type Place = { id: string; after: string[]; before: string[] }

/** The nearest that is still waiting: those after the open one first, then those before it. */
export function nextWaiting(waiting: readonly string[], place: Place | null, openId: string): string | undefined {
  const known = place?.id === openId ? [...place.after, ...place.before] : []
  return [...known, ...waiting].find((id) => id !== openId && waiting.includes(id))
}

/** Remembers where the open transaction was in the list: its decision takes it out before the next one is looked for. */
export function useNextWaiting(waiting: readonly string[], openId: string | undefined) {
  const place = useRef<Place | null>(null)
  useEffect(() => {
    const index = openId ? waiting.indexOf(openId) : -1
    if (openId && index >= 0)
      place.current = { id: openId, after: waiting.slice(index + 1), before: waiting.slice(0, index) }
  })
  return openId ? nextWaiting(waiting, place.current, openId) : undefined
}
