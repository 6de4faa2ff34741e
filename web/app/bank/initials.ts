export function initials(fullName: string): string {
  const firsts = fullName
    .trim()
    .split(/\s+/)
    .map((part) => [...part][0] ?? '')
  // Symbols such as '&' are skipped, unless there is nothing else.
  const letters = firsts.filter((first) => /[\p{L}\p{N}]/u.test(first))
  return (letters.slice(0, 2).join('') || firsts[0] || '').toUpperCase()
}
