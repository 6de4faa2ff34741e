import { useRef, useState } from 'react'

/** `order` is the order of the rows: a range is selected from the row before it that was clicked last. */
export type Selection = {
  ids: ReadonlySet<string>
  toggle: (id: string, range: boolean) => void
  set: (ids: readonly string[]) => void
}

/** The ids from one row to another, in either direction; only the second when the first is gone. */
export function rangeOf(order: readonly string[], from: string | null, to: string): string[] {
  const [start, end] = [order.indexOf(from ?? ''), order.indexOf(to)]
  return start < 0 || end < 0 ? [to] : order.slice(Math.min(start, end), Math.max(start, end) + 1)
}

/** Rows that have left the list, because a colleague decided on them, are no longer selected. */
export function useSelection(order: readonly string[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string | null>(null)
  const ids = new Set(order.filter((id) => chosen.has(id)))
  return {
    ids,
    toggle: (id, range) => {
      const changed = range ? rangeOf(order, last.current, id) : [id]
      last.current = id
      const next = new Set(ids)
      const isAdding = !ids.has(id)
      for (const one of changed) isAdding ? next.add(one) : next.delete(one)
      setChosen(next)
    },
    set: (all) => setChosen(new Set(all)),
  }
}
