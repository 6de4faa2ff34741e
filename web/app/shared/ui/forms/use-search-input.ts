import { useEffect, useState } from 'react'

const TYPING_PAUSE_MS = 200

/**
 * The text of a search field that searches while typing and keeps the search in the URL. The URL follows late on a slow
 * machine, and must not overwrite what was typed since. `toSearch` is the search that the URL will have for a text.
 */
export function useSearchInput(
  search: string,
  onSearch: (text: string) => void,
  toSearch = (text: string) => text.trim(),
) {
  const [text, setText] = useState(search)
  const [known, setKnown] = useState(search)
  /** Searches that are not in the URL yet, oldest first. */
  const [pending, setPending] = useState<string[]>([])
  if (known !== search) {
    setKnown(search)
    const shown = pending.indexOf(search)
    setPending(shown < 0 ? [] : pending.slice(shown + 1))
    // The URL was changed by a link, the back button or 'Clear filters'.
    if (shown < 0) setText(search)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts the timer
  useEffect(() => {
    const next = toSearch(text)
    if (next === (pending.at(-1) ?? search)) return
    const timer = setTimeout(() => {
      setPending((before) => [...before, next])
      onSearch(next)
    }, TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return [text, setText] as const
}
