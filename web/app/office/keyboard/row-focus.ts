const ROW = '[data-row]'

const rows = () => [...document.querySelectorAll<HTMLElement>(ROW)]

/** The row the keyboard is in, counting anything inside it. */
export const rowInFocus = (): HTMLElement | null =>
  document.activeElement?.closest('tr')?.querySelector<HTMLElement>(ROW) ?? null

/** From the open row, or the one in focus, to the next one (or the one before); from nowhere to the first. */
function moveFocus(step: 1 | -1, open: string | undefined): HTMLElement | null {
  const all = rows()
  const current = all.find((row) => open !== undefined && row.dataset.row === open) ?? rowInFocus()
  const index = current ? all.indexOf(current) : -1
  const next = all[index < 0 ? 0 : Math.min(Math.max(index + step, 0), all.length - 1)] ?? null
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
