const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase()

const wordsOf = (text: string) =>
  fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** Whether every typed word begins a word of the name, in any order: 'set adm' finds 'Admin Settings'. */
export function matchesWords(name: string, typed: string): boolean {
  const words = wordsOf(name)
  const wanted = wordsOf(typed)
  return wanted.length > 0 && wanted.every((part) => words.some((word) => word.startsWith(part)))
}
