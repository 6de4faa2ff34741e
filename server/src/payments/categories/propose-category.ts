import type { Category } from '#contract/payments/categories.ts'
import { INCOME_WORDS, KNOWN_WORDS } from './known-payees.ts'

/** What everybody can read on a transaction. `amountCents` is positive for money that came in. */
export type Described = { payee: string; message: string; amountCents: bigint }

/**
 * The category that a transaction has as long as its owner chooses none, or null. The payee counts before the message. Of
 * money that came in, a merchant's is a refund, and the message counts only where it says that it is income.
 */
export function proposeCategory({ payee, message, amountCents }: Described): Category | null {
  const [name, text] = [wordsOf(payee), wordsOf(message)]
  if (amountCents > 0n) return find(INCOME, name) ?? find(INCOME, text) ?? find(KNOWN, name)
  return find(KNOWN, name) ?? find(KNOWN, text)
}

/** Letters that Unicode does not decompose, and endings that Arabic writes in two ways. */
const LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  ı: 'i',
  ة: 'ه',
  ى: 'ي',
}
const ARTICLE = /^ال(?=\p{L}{3})/u
/** Longer texts are no names; a hostile one must not take long. */
const MOST_CHARACTERS = 400

/** Removes case, accents, apostrophes and the Arabic article. */
export function wordsOf(text: string): string[] {
  const lower = text.slice(0, MOST_CHARACTERS).normalize('NFKD').toLowerCase()
  const plain = lower.replace(/[\p{M}'’‘`´ـ]/gu, '').replace(/[ßæœøđłıةى]/g, (letter) => LETTERS[letter] ?? letter)
  const words = plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  return words.map((word) => word.replace(ARTICLE, ''))
}

/** Words and phrases, folded; the parts are beginnings and endings of words. */
type Words = { whole: Map<string, Category>; beginnings: Map<string, Category>; endings: Map<string, Category> }

function toWords(lists: readonly [Category, string][]): Words {
  const words: Words = { whole: new Map(), beginnings: new Map(), endings: new Map() }
  for (const [category, list] of lists)
    for (const entry of list.split(',').map((text) => text.trim())) {
      const among = entry.endsWith('*') ? words.beginnings : entry.startsWith('*') ? words.endings : words.whole
      among.set(wordsOf(entry).join(' '), category)
    }
  return words
}

const KNOWN = toWords(Object.entries(KNOWN_WORDS) as [Category, string][])
const INCOME = toWords([['income', INCOME_WORDS]])

const LONGEST_PHRASE = 4

/** The longest phrase says most: 'health insurance' is more than 'insurance'. */
function find(known: Words, words: readonly string[]): Category | null {
  for (let length = LONGEST_PHRASE; length > 1; length--)
    for (let from = 0; from + length <= words.length; from++) {
      const found = known.whole.get(words.slice(from, from + length).join(' '))
      if (found) return found
    }
  // The sort is stable: of equally long words, the first.
  for (const word of words.toSorted((one, other) => other.length - one.length)) {
    const found = known.whole.get(word) ?? findPart(known, word)
    if (found) return found
  }
  return null
}

const SHORTEST_PART = 4
const LONGEST_PART = 20

function findPart({ beginnings, endings }: Words, word: string): Category | null {
  for (let length = Math.min(word.length, LONGEST_PART); length >= SHORTEST_PART; length--) {
    const found = beginnings.get(word.slice(0, length)) ?? endings.get(word.slice(-length))
    if (found) return found
  }
  return null
}
