import { useEffect } from 'react'

const COUNT = /^\(\d+\+?\) /

/** Shows the unread count in the tab's title: '(3) Dashboard · Fable Bank'. */
export function useTitleCount(count: number) {
  useEffect(() => {
    const plainTitle = () => document.title.replace(COUNT, '')
    const titleWithCount = () => (count > 0 ? `(${count > 99 ? '99+' : count}) ${plainTitle()}` : plainTitle())
    const apply = () => {
      if (document.title !== titleWithCount()) document.title = titleWithCount()
    }
    apply()
    // Pages set their own title without the count.
    const observer = new MutationObserver(apply)
    observer.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => {
      observer.disconnect()
      document.title = plainTitle()
    }
  }, [count])
}
