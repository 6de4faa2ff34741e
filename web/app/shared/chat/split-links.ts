export type Piece = { text: string; href?: string }

const LINK = /https?:\/\/[^\s<>"'`\\{}|^]+/gi
/** What ends a sentence is rarely the end of an address; a closing bracket is, where one was opened in it. */
const TRAILING = /[.,;:!?)\]]+$/

/** Addresses in a text, and what is between them. Only http and https: nothing else that a link can do is wanted here. */
export function splitLinks(text: string): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const match of text.matchAll(LINK)) {
    const address = trimEnd(match[0])
    const href = safeAddress(address)
    if (!href) continue
    if (match.index > end) pieces.push({ text: text.slice(end, match.index) })
    pieces.push({ text: address, href })
    end = match.index + address.length
  }
  if (end < text.length) pieces.push({ text: text.slice(end) })
  return pieces
}

function trimEnd(address: string): string {
  const tail = TRAILING.exec(address)?.[0] ?? ''
  const bare = address.slice(0, address.length - tail.length)
  return tail.startsWith(')') && bare.includes('(') ? `${bare})` : bare
}

function safeAddress(address: string): string | null {
  try {
    const url = new URL(address)
    // A name before the host is how an address is made to look like another one.
    return /^https?:$/.test(url.protocol) && !url.username && !url.password ? url.href : null
  } catch {
    return null
  }
}
