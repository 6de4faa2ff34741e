import { useState } from 'react'

const KEY = 'amountsHidden'

function stored(): boolean {
  try {
    return localStorage.getItem(KEY) === 'yes'
  } catch {
    return false
  }
}

/** People bank on trains: one press hides every amount on the page, and it stays that way until pressed again. */
export function useAmountsHidden() {
  const [hidden, setHidden] = useState(stored)
  function toggle() {
    setHidden(!hidden)
    try {
      localStorage.setItem(KEY, hidden ? 'no' : 'yes')
    } catch {
      // Not kept, but hidden all the same.
    }
  }
  return { hidden, toggle }
}
