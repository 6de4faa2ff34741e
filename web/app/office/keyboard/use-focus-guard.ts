import { useEffect } from 'react'

/** Time for a closing dialog, or for the page itself, to move the focus. */
const SETTLE_MS = 120

/**
 * Keeps the keyboard's place. A decision removes the pressed button, or disables it for a while: the focus would fall to the
 * body, and the next Tab would start at the top of the page. It returns to the control, or moves to the nearest heading.
 */
export function useFocusGuard() {
  useEffect(() => {
    let last: HTMLElement | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    const onFocusIn = ({ target }: FocusEvent) => {
      last = target instanceof HTMLElement ? target : null
    }
    // A click beside the controls takes the focus from one that stays: nothing is lost then. One that is being removed
    // is still connected when it loses the focus, so the check comes a moment later.
    const onFocusOut = ({ target }: FocusEvent) => {
      setTimeout(() => {
        if (target === last && last && isUsable(last)) last = null
      })
    }
    const check = () => {
      if (document.activeElement !== document.body || !last) return
      if (isUsable(last)) last.focus({ preventScroll: true })
      else if (!last.isConnected) focusHeading()
    }
    const observer = new MutationObserver(() => {
      clearTimeout(timer)
      timer = setTimeout(check, SETTLE_MS)
    })
    observer.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['disabled'] })
    document.addEventListener('focusin', onFocusIn)
    document.addEventListener('focusout', onFocusOut)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      document.removeEventListener('focusin', onFocusIn)
      document.removeEventListener('focusout', onFocusOut)
    }
  }, [])
}

const isUsable = (element: HTMLElement) => element.isConnected && !element.matches(':disabled')

/** Of the open panel, or of the page. */
function focusHeading() {
  const heading =
    document.querySelector<HTMLElement>('[role="dialog"] h2') ?? document.querySelector<HTMLElement>('#content h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
