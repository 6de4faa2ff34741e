import { useEffect, useState } from 'react'

const TYPING_PAUSE_MS = 200

/**
 * The text of a field that searches as one types, while the address keeps what is searched for. The address answers
 * late on a slow machine: what it says then must not undo what has been typed since.
 */
export function useSearchInput(search: string, onSearch: (text: string) => void) {
  const [text, setText] = useState(search)
  const [known, setKnown] = useState(search)
  /** What typing has asked for and the address has not shown yet, oldest first. */
  const [asked, setAsked] = useState<string[]>([])
  if (known !== search) {
    setKnown(search)
    const shown = asked.indexOf(search)
    setAsked(shown < 0 ? [] : asked.slice(shown + 1))
    // It changed by itself: a link, the back button, 'Clear filters'.
    if (shown < 0) setText(search)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is typed starts the wait
  useEffect(() => {
    const wanted = text.trim()
    if (wanted === (asked.at(-1) ?? search)) return
    const timer = setTimeout(() => {
      setAsked((before) => [...before, wanted])
      onSearch(wanted)
    }, TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return [text, setText] as const
}
