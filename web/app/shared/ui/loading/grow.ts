import { startTransition, useEffect, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** A page of this visit was left: a way back is then inside the application. */
let left = false

/**
 * How many of a page's parts to render: the first ones, and after each paint some more. A slow phone otherwise lays out
 * all of them in one long task. All at once on the way back and for links to a part: the router scrolls to it immediately.
 */
export function useGrowing(total: number, step: number, first = step): number {
  const { hash } = useLocation()
  const cameBack = useNavigationType() === 'POP' && left
  const [whole] = useState(cameBack)
  const [count, setCount] = useState(first)
  const most = Math.max(total, first)
  // A shorter list starts again.
  if (count > most) setCount(most)
  useEffect(() => {
    if (count >= total) return
    // A frame callback comes before the paint, the timer after it.
    let timer: ReturnType<typeof setTimeout>
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setCount(Math.min(count + step, total))))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [count, total, step])
  useEffect(
    () => () => {
      left = true
    },
    [],
  )
  return whole || hash !== '' ? total : Math.min(count, total)
}
