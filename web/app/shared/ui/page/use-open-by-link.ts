import { useEffect, useState } from 'react'
import { useUrlParams } from './use-url-params.ts'

/**
 * Whether a dialog is open: by a button, or by a link whose address has `name`. It is taken out of the address at once, so that neither
 * Back nor a reload opens the dialog again.
 */
export function useOpenByLink(name: string) {
  const [params, change] = useUrlParams()
  const [open, setOpen] = useState(false)
  const isAsked = params.has(name)
  useEffect(() => {
    if (!isAsked) return
    setOpen(true)
    change((now) => {
      const rest = new URLSearchParams(now)
      rest.delete(name)
      return rest
    })
  }, [isAsked, change, name])
  return [open, setOpen] as const
}
