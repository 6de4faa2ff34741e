import { type RefObject, useEffect, useRef } from 'react'

const ROW = '[data-row]'

const rows = () => [...document.querySelectorAll<HTMLElement>(ROW)]

/** The row that contains the focus. `:has` skips lists inside a cell, which are not rows themselves. */
export const focusedRow = (): HTMLElement | null =>
  document.activeElement?.closest(`:is(tr, li):has(${ROW})`)?.querySelector<HTMLElement>(ROW) ?? null

const findRow = (id: string | undefined) => rows().find((row) => id !== undefined && row.dataset.row === id)

const tableLabel = (row: HTMLElement | undefined) => row?.closest('table')?.getAttribute('aria-label')

/** The ids before and after the open row in its table. */
type RowPosition = { id: string; table: string | null | undefined; before: string[]; after: string[] }

/** Remembers where the open row was: a decision may move it to another table, and j and k continue from its old place. */
export function useRowPosition(openId: string | undefined): RefObject<RowPosition | null> {
  const position = useRef<RowPosition | null>(null)
  // After every render, because lists grow and colleagues decide meanwhile.
  useEffect(() => {
    position.current = currentPosition(openId, position.current)
  })
  return position
}

function currentPosition(openId: string | undefined, last: RowPosition | null): RowPosition | null {
  const row = findRow(openId)
  const known = last?.id === openId ? last : null
  if (!openId || !row) return known
  const table = tableLabel(row)
  // A row that moved keeps its old position, unless its old table is gone, as after a new search.
  const hasMoved = known && table !== known.table && rows().some((other) => tableLabel(other) === known.table)
  if (hasMoved) return known
  const ids = rows()
    .filter((other) => tableLabel(other) === table)
    .map((other) => other.dataset.row ?? '')
  const index = ids.indexOf(openId)
  return { id: openId, table, before: ids.slice(0, index), after: ids.slice(index + 1) }
}

/** The nearest row still in the table that the open row has left. */
function nearestRow(position: RowPosition | null, step: 1 | -1, openId: string | undefined): HTMLElement | undefined {
  if (!position || position.id !== openId || tableLabel(findRow(openId)) === position.table) return undefined
  const [upwards, downwards] = [position.before.toReversed(), position.after]
  return (step === 1 ? [...downwards, ...upwards] : [...upwards, ...downwards])
    .map(findRow)
    .find((row) => row && tableLabel(row) === position.table)
}

type RowNavigation = {
  /** The row whose panel is open, by its `data-row`. */
  openId?: string
  position?: RefObject<RowPosition | null>
  /** Opens the row that was moved to. Without it only the focus moves, starting at the open row. */
  onMove?: (row: HTMLElement) => void
}

/** Focuses the next or previous row; without a current row, the first. */
function moveFocus(step: 1 | -1, { openId, position, onMove }: RowNavigation): HTMLElement | null {
  const all = rows()
  const current = onMove ? (findRow(openId) ?? focusedRow()) : (focusedRow() ?? findRow(openId))
  const index = current ? all.indexOf(current) : -1
  const adjacent = all[index < 0 ? 0 : Math.min(Math.max(index + step, 0), all.length - 1)] ?? null
  const next = nearestRow(position?.current ?? null, step, openId) ?? adjacent
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
  return next
}

/** j and k move through the rows; the arrow keys do so only inside a row, and scroll the page otherwise. */
export function rowShortcuts(navigation: RowNavigation = {}) {
  const move = (step: 1 | -1) => {
    const row = moveFocus(step, navigation)
    if (row) navigation.onMove?.(row)
  }
  return {
    j: () => move(1),
    k: () => move(-1),
    ArrowDown: () => (focusedRow() ? move(1) : false),
    ArrowUp: () => (focusedRow() ? move(-1) : false),
  }
}
