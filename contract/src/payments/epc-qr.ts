/*
 * The text of a QR code that fills in a SEPA credit transfer in the customer's banking app: EPC069-12, version 002 (error
 * correction level M). Pages load this file, so it has no schemas.
 */
import { compactNumber } from '../account-numbers.ts'
import { modulo97 } from '../modulo-97.ts'

const MAX_NAME = 70
const MAX_AMOUNT_CENTS = 99_999_999_999n
const MAX_BYTES = 331

/** In the European Economic Area a payment needs no BIC. */
const EEA = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' ')
const OTHER_SEPA = 'AD AL CH GB GI MC MD ME MK RS SM VA'.split(' ')

const BIC = /^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/

type Transfer = {
  /** Of the account's holder. */
  name: string
  /** An IBAN; other account numbers have no code. */
  accountNumber: string
  /** The BIC, or anything else that a bank calls its routing number. */
  routing: string
  /** Null: the customer enters it. */
  amountCents: bigint | null
  /** A creditor reference of ISO 11649. */
  reference: string
}

/** Null where a code is not possible: not an IBAN of the SEPA area, or one outside the EEA without its BIC. */
export function epcPayload({ name, accountNumber, routing, amountCents, reference }: Transfer): string | null {
  const [iban, bic] = [compactNumber(accountNumber), compactNumber(routing)]
  const country = iban.slice(0, 2)
  const isBic = BIC.test(bic)
  if (!isIban(iban) || !(EEA.includes(country) || (OTHER_SEPA.includes(country) && isBic))) return null
  const holder = oneLine(name)
  const hasAmount = amountCents !== null && amountCents > 0n && amountCents <= MAX_AMOUNT_CENTS
  if (holder === '') return null
  const lines = [
    'BCD',
    '002',
    '1',
    'SCT',
    isBic ? bic : '',
    holder,
    iban,
    hasAmount ? `EUR${euros(amountCents)}` : '',
    // No purpose. The structured reference is the last element that has a value: the rest is left out.
    '',
    compactNumber(reference),
  ]
  const payload = lines.join('\n')
  return new TextEncoder().encode(payload).length <= MAX_BYTES ? payload : null
}

/** Cut between characters, not within one. */
const oneLine = (text: string) => [...text.replace(/[\s\p{Cc}]+/gu, ' ').trim()].slice(0, MAX_NAME).join('').trim()

const euros = (cents: bigint) => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`

const isIban = (text: string) => /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text) && modulo97(text) === 1n
