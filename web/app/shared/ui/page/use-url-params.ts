import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'

type Edit = (params: URLSearchParams) => URLSearchParams

/**
 * The URL's search parameters, and a function to change them. The router updates the URL late on a slow machine, so a
 * second quick change builds on the first one and not on the URL. With `push`, the back button undoes the change.
 */
export function useUrlParams() {
  const [params, setParams] = useSearchParams()
  const latest = useRef(params)
  const sent = useRef<string[]>([])
  useEffect(() => {
    const shown = sent.current.indexOf(params.toString())
    sent.current = shown < 0 ? [] : sent.current.slice(shown + 1)
    // The URL was changed by a link or the back button.
    if (shown < 0) latest.current = params
  }, [params])
  const change = (edit: Edit, { push = false } = {}) => {
    latest.current = edit(latest.current)
    sent.current.push(latest.current.toString())
    setParams(latest.current, { replace: !push, preventScrollReset: true })
  }
  return [params, change] as const
}
