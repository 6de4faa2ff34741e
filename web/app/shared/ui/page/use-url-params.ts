import { useContext, useEffect, useRef } from 'react'
import { UNSAFE_DataRouterContext as RouterContext, useLocation, useSearchParams } from 'react-router'

type Edit = (params: URLSearchParams) => URLSearchParams

/**
 * The URL's search parameters, and a function to change them. The router updates the URL late on a slow machine, so a
 * second quick change builds on the first one and not on the URL. With `push`, the back button undoes the change.
 */
export function useUrlParams() {
  const [params, setParams] = useSearchParams()
  const isLeaving = useIsLeaving()
  const latest = useRef(params)
  const sent = useRef<string[]>([])
  useEffect(() => {
    const shown = sent.current.indexOf(params.toString())
    sent.current = shown < 0 ? [] : sent.current.slice(shown + 1)
    // The URL was changed by a link or the back button.
    if (shown < 0) latest.current = params
  }, [params])
  const change = (edit: Edit, { push = false } = {}) => {
    if (isLeaving()) return
    latest.current = edit(latest.current)
    sent.current.push(latest.current.toString())
    setParams(latest.current, { replace: !push, preventScrollReset: true })
  }
  return [params, change] as const
}

/**
 * Whether a link to another page was clicked. What was typed before reaches the address late, and would cancel that click or
 * land in the other page's address. From the router itself: components learn of it after the next render only.
 */
function useIsLeaving() {
  const router = useContext(RouterContext)?.router
  const { pathname } = useLocation()
  return () => {
    if (!router) return false
    const { navigation, location } = router.state
    return (navigation.location ?? location).pathname !== pathname
  }
}
