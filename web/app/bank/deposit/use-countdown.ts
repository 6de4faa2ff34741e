import { useEffect, useState } from 'react'

const secondsUntil = (end: number) => Math.max(0, Math.ceil((end - Date.now()) / 1000))

/** Counts by the clock and not by ticks: a tab in the background, or a sleeping phone, loses no time. */
export function useCountdown(seconds: number) {
  const [end, setEnd] = useState(() => Date.now() + seconds * 1000)
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    setLeft(secondsUntil(end))
    const timer = setInterval(() => {
      const now = secondsUntil(end)
      setLeft(now)
      if (now === 0) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [end])
  const restart = () => {
    setEnd(Date.now() + seconds * 1000)
    setLeft(seconds)
  }
  return { left, restart }
}
