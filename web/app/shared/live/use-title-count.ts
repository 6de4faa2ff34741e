import { useEffect } from 'react'

const COUNT = /^\(\d+\+?\) /

/** '(3) Dashboard · Fable Bank': somebody in another tab sees that there is something. */
export function useTitleCount(count: number) {
  useEffect(() => {
    const bare = () => document.title.replace(COUNT, '')
    const wanted = () => (count > 0 ? `(${count > 99 ? '99+' : count}) ${bare()}` : bare())
    const apply = () => {
      if (document.title !== wanted()) document.title = wanted()
    }
    apply()
    // Each page brings a title of its own, and does not know of this.
    const observer = new MutationObserver(apply)
    observer.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => {
      observer.disconnect()
      document.title = bare()
    }
  }, [count])
}
