import { useEffect } from 'react'
import { useNavigationType } from 'react-router'

let openedId: string | null = null

export function rememberOpened(id: string) {
  openedId = id
}

/** After the back button, the focus returns to the row that was opened, so that j and k continue there. */
export function useReturnFocus(hasRows: boolean) {
  const type = useNavigationType()
  useEffect(() => {
    if (!hasRows || openedId === null) return
    if (type === 'POP') document.querySelector<HTMLElement>(`[data-row="${openedId}"]`)?.focus({ preventScroll: true })
    openedId = null
  }, [hasRows, type])
}
