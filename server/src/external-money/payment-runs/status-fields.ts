import { plainText, referenceOrNull } from '../statement-files/statement-file.ts'
import { find, textOf, type XmlElement } from '../statement-files/xml-records.ts'
import type { FileAmount } from './status-file.ts'

/** Max35Text. */
const MAX_REFERENCE = 35

/** A reference that names something. */
export const referencesIn = (...texts: (string | null | undefined)[]): string[] => [
  ...new Set(texts.flatMap((text) => referenceOrNull(text ?? undefined) ?? [])),
]

/** 'AC04'; the bank's own code where it has one. Empty: none. */
export const reasonIn = (element: XmlElement | undefined): string =>
  plainText(textOf(element, 'Rsn/Cd') ?? textOf(element, 'Rsn/Prtry') ?? '').slice(0, MAX_REFERENCE)

export function amountIn(element: XmlElement | undefined, path: string): FileAmount[] {
  const found = find(element, path)
  return found ? [{ amount: found.text.trim(), currency: found.attributes.Ccy ?? null }] : []
}
