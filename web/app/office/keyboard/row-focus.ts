import { type RefObject, useEffect, useRef } from 'react'

const ROW = '[data-row]'

const rows = () => [...document.querySelectorAll<HTMLElement>(ROW)]

/** The row the keyboard is in, counting anything inside it: a cell may have a list of its own, which is no row. */
export const rowInFocus = (): HTMLElement | null =>
  document.activeElement?.closest(`:is(tr, li):has(${ROW})`)?.querySelector<HTMLElement>(ROW) ?? null

const rowOf = (id: string | undefined) => rows().find((row) => id !== undefined && row.dataset.row === id)

const tableOf = (row: HTMLElement | undefined) => row?.closest('table')?.getAttribute('aria-label')

/** Who stands before and after the open row in its table. */
type Place = { id: string; table: string | null | undefined; before: string[]; after: string[] }

/** The open row may leave its table while it is open, and whoever sits here goes on where it was. */
export function usePlace(open: string | undefined): RefObject<Place | null> {
  const place = useRef<Place | null>(null)
  // After every rendering, for lists grow and colleagues decide: only a row that has left keeps its last place.
  useEffect(() => {
    place.current = placeNow(open, place.current)
  })
  return place
}

function placeNow(open: string | undefined, last: Place | null): Place | null {
  const row = rowOf(open)
  const known = last?.id === open ? last : null
  if (!open || !row) return known
  const table = tableOf(row)
  // Another search is another table: a place in one that is gone is none.
  const left = known && table !== known.table && rows().some((other) => tableOf(other) === known.table)
  if (left) return known
  const ids = rows()
    .filter((other) => tableOf(other) === table)
    .map((other) => other.dataset.row ?? '')
  const index = ids.indexOf(open)
  return { id: open, table, before: ids.slice(0, index), after: ids.slice(index + 1) }
}

/** Decided, the open row went to another list or out of sight: the nearest that is still in its table comes next. */
function neighbourOf(place: Place | null, step: 1 | -1, open: string | undefined): HTMLElement | undefined {
  if (!place || place.id !== open || tableOf(rowOf(open)) === place.table) return undefined
  const [upwards, downwards] = [place.before.toReversed(), place.after]
  return (step === 1 ? [...downwards, ...upwards] : [...upwards, ...downwards])
    .map(rowOf)
    .find((row) => row && tableOf(row) === place.table)
}

type Rows = {
  /** The row whose panel is open, by its `data-row`. */
  open?: string
  place?: RefObject<Place | null>
  /** What is open goes along. Without it the keyboard walks alone, and what is open is only where it begins. */
  onMove?: (row: HTMLElement) => void
}

/** To the next row (or the one before); from nowhere to the first. */
function moveFocus(step: 1 | -1, { open, place, onMove }: Rows): HTMLElement | null {
  const all = rows()
  const current = onMove ? (rowOf(open) ?? rowInFocus()) : (rowInFocus() ?? rowOf(open))
  const index = current ? all.indexOf(current) : -1
  const beside = all[index < 0 ? 0 : Math.min(Math.max(index + step, 0), all.length - 1)] ?? null
  const next = neighbourOf(place?.current ?? null, step, open) ?? beside
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
  return next
}

/** The arrow keys scroll the page as ever, unless the keyboard is in a row already. */
export function rowShortcuts(of: Rows = {}) {
  const move = (step: 1 | -1) => {
    const row = moveFocus(step, of)
    if (row) of.onMove?.(row)
  }
  return {
    j: () => move(1),
    k: () => move(-1),
    ArrowDown: () => (rowInFocus() ? move(1) : false),
    ArrowUp: () => (rowInFocus() ? move(-1) : false),
  }
}
