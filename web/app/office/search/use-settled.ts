import { useEffect, useState } from 'react'

const TYPING_PAUSE_MS = 200

/** The text once typing has paused. An emptied field is settled at once. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text ? TYPING_PAUSE_MS : 0)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
