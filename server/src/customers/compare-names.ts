/** How close the name that a payer entered is to an account holder's. */
export type NameMatch = 'match' | 'close' | 'no_match'

/** Titles, degrees, generations and legal forms: they name no one. */
const LEFT_OUT = new Set(
  `mr mrs ms miss mx dr prof professor sir dame lord lady rev hon capt sr jr ii iii iv phd md mba esq
   herr frau dipl ing mag mme mlle monsieur madame sig sra don dona
   ltd limited inc incorporated llc llp plc corp corporation co company gmbh ag kg sa sarl srl bv nv oy ab and und et`
    .split(/\s+/)
    .filter(Boolean),
)
/** Letters that Unicode does not decompose. */
const LETTERS: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ı: 'i' }
/** German spelling without umlauts: Mueller is Müller. */
const UMLAUTS: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa' }

const MARKS = /\p{M}/gu
const APOSTROPHES = /['’‘`´.]/gu
const SEPARATORS = /[^\p{L}\p{N}]+/u

function wordsOf(name: string, umlauts: boolean): string[] {
  const lower = name.normalize('NFKC').toLowerCase().normalize('NFC')
  const spelled = umlauts ? lower.replace(/[äöüå]/g, (letter) => UMLAUTS[letter] ?? letter) : lower
  const plain = spelled.normalize('NFD').replace(MARKS, '').replace(APOSTROPHES, spaceAfterInitial)
  const words = plain.replace(/[ßæœøđðþłı]/g, (letter) => LETTERS[letter] ?? letter).split(SEPARATORS)
  const meant = words.filter((word) => word !== '' && !LEFT_OUT.has(word))
  return meant.sort()
}

/** `J.R. Smith` has two initials, `O’Neil` is one word. */
const spaceAfterInitial = (mark: string) => (mark === '.' ? ' ' : '')

const isInitial = (word: string) => [...word].length === 1

/**
 * As in confirmation of payee: case, accents, order, titles and initials don't matter; a small slip or a missing middle
 * name is close. The holder's name is shown for a close name only, so one word of it, or initials alone, must never be close.
 */
export function compareNames(entered: string, holder: string): NameMatch {
  const forms = [false, true].flatMap((a) =>
    [false, true].map((b) => [wordsOf(entered, a), wordsOf(holder, b)] as const),
  )
  const results = forms.map(([one, other]) => compareWords(one, other))
  return results.includes('match') ? 'match' : results.includes('close') ? 'close' : 'no_match'
}

function compareWords(entered: readonly string[], holder: readonly string[]): NameMatch {
  if (entered.length === 0 || holder.length === 0) return 'no_match'
  if (entered.join('') === holder.join('') || isJoined(entered, holder)) return 'match'
  const pairs = pairWords(entered, holder)
  const whole = pairs.same.length > 0
  if (whole && pairs.enteredLeft.length === 0 && pairs.holderLeft.length === 0) return 'match'
  if (isPartOf(pairs)) return 'close'
  return isSlip(pairs) ? 'close' : 'no_match'
}

/** Anne-Marie and Annemarie, Van Dyke and Vandyke: the same letters, with the words in any order. */
const isJoined = (one: readonly string[], other: readonly string[]) =>
  one.length !== other.length && lettersOf(one) === lettersOf(other) && (contains(one, other) || contains(other, one))
const lettersOf = (words: readonly string[]) => [...words.join('')].sort().join('')
/** Every word of `parts` is inside one of `words`. */
const contains = (words: readonly string[], parts: readonly string[]) =>
  parts.every((part) => words.some((word) => word.includes(part)))

type Pairs = {
  /** Words that are whole in both. */
  same: string[]
  /** Of an initial with the word that it begins. */
  initials: number
  enteredLeft: string[]
  holderLeft: string[]
}

function pairWords(entered: readonly string[], holder: readonly string[]): Pairs {
  const holderLeft = [...holder]
  const take = (fits: (word: string) => boolean) => {
    const index = holderLeft.findIndex(fits)
    return index < 0 ? null : (holderLeft.splice(index, 1)[0] ?? null)
  }
  const same = entered.filter((word) => !isInitial(word) && take((other) => other === word) !== null)
  const left = entered.filter((word) => !same.includes(word))
  const begins = (word: string, other: string) =>
    (isInitial(word) || isInitial(other)) && (other.startsWith(word) || word.startsWith(other))
  const enteredLeft = left.filter((word) => take((other) => begins(word, other)) === null)
  return { same, initials: left.length - enteredLeft.length, enteredLeft, holderLeft }
}

/** At least two whole words agree, and the rest is missing on one side: a middle name, a second surname. */
const isPartOf = ({ same, enteredLeft, holderLeft }: Pairs) =>
  same.length >= 2 && (enteredLeft.length === 0 || holderLeft.length === 0)

/** One word differs by one or two letters, and another whole word agrees; or two words by one letter each. */
function isSlip({ same, initials, enteredLeft, holderLeft }: Pairs): boolean {
  if (enteredLeft.length !== holderLeft.length || enteredLeft.length === 0 || enteredLeft.length > 2) return false
  if (enteredLeft.length === 1 && same.length === 0) return false
  // An initial and a slip are too little to show the name for.
  if (initials > 0) return false
  const near = (word: string, other: string) => {
    const shorter = Math.min(word.length, other.length)
    if (enteredLeft.length === 2) return shorter >= 4 && distance(word, other) === 1
    return shorter >= 3 && distance(word, other) <= (shorter >= 6 ? 2 : 1)
  }
  return enteredLeft.every((word) => holderLeft.some((other) => near(word, other)))
}

/** Damerau–Levenshtein (optimal string alignment): letters changed, added, left out or swapped with their neighbor. */
function distance(one: string, other: string): number {
  const [a, b] = [[...one], [...other]]
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const changed = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      let best = Math.min(changed, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1)
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (swapped) best = Math.min(best, (beforeLast[j - 2] ?? 0) + 1)
      row.push(best)
    }
    beforeLast = last
    last = row
  }
  return last[b.length] ?? 0
}
