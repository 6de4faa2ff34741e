import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'

type Edit = (now: URLSearchParams) => URLSearchParams

/**
 * The parameters of the address, and a way to change them one after the other. The address follows late on a slow machine;
 * the second of two quick changes builds on the first one all the same, and not on what the address still says.
 */
export function useUrlParams() {
  const [params, setParams] = useSearchParams()
  const latest = useRef(params)
  const sent = useRef<string[]>([])
  useEffect(() => {
    const shown = sent.current.indexOf(params.toString())
    sent.current = shown < 0 ? [] : sent.current.slice(shown + 1)
    // It changed by itself: a link, the back button.
    if (shown < 0) latest.current = params
  }, [params])
  const change = (edit: Edit) => {
    latest.current = edit(latest.current)
    sent.current.push(latest.current.toString())
    setParams(latest.current, { replace: true, preventScrollReset: true })
  }
  return [params, change] as const
}
