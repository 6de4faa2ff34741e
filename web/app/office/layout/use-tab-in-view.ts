import { useEffect, useRef } from 'react'

/**
 * For a row of tabs that scrolls sideways on a phone: shows the current one. Only the row is scrolled, because the page may have just
 * been restored to where it was. The row must be positioned.
 */
export function useTabInView(current: string) {
  const row = useRef<HTMLElement>(null)
  useEffect(() => {
    const tab = current && row.current?.querySelector<HTMLElement>('[aria-current]')
    // From the start of the unscrolled row, which is at the right in Arabic: then both are negative.
    if (tab && row.current)
      row.current.scrollTo({ left: tab.offsetLeft + tab.offsetWidth / 2 - row.current.clientWidth / 2 })
  }, [current])
  return row
}
