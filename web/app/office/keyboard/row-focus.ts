const ROW = '[data-row]'

const rows = () => [...document.querySelectorAll<HTMLElement>(ROW)]

/** The row the keyboard is in, counting anything inside it. */
export const rowInFocus = (): HTMLElement | null =>
  document.activeElement?.closest('tr, li')?.querySelector<HTMLElement>(ROW) ?? null

type Place = { id: string; table: Element | null; next: string | undefined; previous: string | undefined }
let place: Place | null = null

const rowOf = (id: string | undefined) => rows().find((row) => id !== undefined && row.dataset.row === id)

/** Who stands around the row that is open: it may leave its place, and whoever sits here goes on where it was. */
export function notePlace(id: string | undefined) {
  const row = rowOf(id)
  if (!id || !row) return
  const all = rows()
  const index = all.indexOf(row)
  place = {
    id,
    table: row.closest('table'),
    next: all[index + 1]?.dataset.row,
    previous: all[index - 1]?.dataset.row,
  }
}

/** Decided, the open row went to another list or out of sight: its neighbour is what comes next. */
function neighbourOfPlace(step: 1 | -1, open: string | undefined): HTMLElement | undefined {
  if (!place || place.id !== open || rowOf(open)?.closest('table') === place.table) return undefined
  return rowOf(step === 1 ? place.next : place.previous) ?? rowOf(place.previous)
}

/** From the open row, or the one in focus, to the next one (or the one before); from nowhere to the first. */
function moveFocus(step: 1 | -1, open: string | undefined): HTMLElement | null {
  const all = rows()
  const current = rowOf(open) ?? rowInFocus()
  const index = current ? all.indexOf(current) : -1
  const beside = all[index < 0 ? 0 : Math.min(Math.max(index + step, 0), all.length - 1)] ?? null
  const next = neighbourOfPlace(step, open) ?? beside
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
  return next
}

type Rows = {
  /** The row whose panel is open, by its `data-row`. */ open?: string
  onMove?: (row: HTMLElement) => void
}

/** The arrow keys scroll the page as ever, unless the keyboard is in a row already. */
export function rowShortcuts({ open, onMove }: Rows = {}) {
  const move = (step: 1 | -1) => {
    const row = moveFocus(step, open)
    if (row) onMove?.(row)
  }
  return {
    j: () => move(1),
    k: () => move(-1),
    ArrowDown: () => (rowInFocus() ? move(1) : false),
    ArrowUp: () => (rowInFocus() ? move(-1) : false),
  }
}
