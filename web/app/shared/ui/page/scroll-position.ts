/** Whether a finger that moves down on `target` would scroll something, up to and including `outermost`. */
export function scrollsUp(target: EventTarget | null, outermost: Element): boolean {
  for (let each = target instanceof Element ? target : null; each; each = each.parentElement) {
    if (each.scrollHeight > each.clientHeight && scrollsBackwards(each)) return true
    if (each === outermost) return false
  }
  return false
}

function scrollsBackwards(element: Element): boolean {
  const { overflowY, flexDirection } = getComputedStyle(element)
  if (overflowY !== 'auto' && overflowY !== 'scroll' && element.localName !== 'textarea') return false
  // Newest first, as in a chat: its positions are negative, and it starts at its end.
  return element.scrollTop > 0 || flexDirection === 'column-reverse'
}
