import { normalizeAccountNumber } from '#contract/external-money/external-accounts.ts'
import { dateOf, parseAmount, signedAmount } from './camt053-fields.ts'
import {
  type FileEntry,
  negated,
  plainText,
  referenceOrNull,
  StatementFormatError,
  textOrNull,
  toUnits,
} from './statement-file.ts'
import { find, findAll, textOf, type XmlElement } from './xml-records.ts'

/** One entry for an `Ntry`, or one for each payment of a collective `Ntry`. */
export function readEntries(ntry: XmlElement): FileEntry[] {
  if (!isBooked(ntry)) return []
  const bookedOn = dateOf(ntry, 'BookgDt') ?? dateOf(ntry, 'ValDt')
  if (!bookedOn) throw new StatementFormatError('An entry has neither a booking date nor a value date.')
  // A reversal's indicator already says which way the money goes.
  const amount = signedAmount(ntry)
  const currency = find(ntry, 'Amt')?.attributes.Ccy ?? null
  const base = { bookedOn, valueOn: dateOf(ntry, 'ValDt'), currency, balance: null }
  const details = findAll(ntry, 'NtryDtls/TxDtls')
  const amounts = details.length > 1 ? detailAmounts(details, currency, amount) : null
  if (!amounts) return [{ ...base, amount, ...describe(ntry, details.length === 1 ? details[0] : undefined) }]
  return details.map((detail, index) => ({ ...base, amount: amounts[index] ?? '', ...describe(ntry, detail) }))
}

/** `Sts` has the code as text in version 2 to 4 and below `Cd` in later ones. Pending and informative entries moved no money. */
function isBooked(ntry: XmlElement): boolean {
  const status = textOf(ntry, 'Sts/Cd') ?? textOf(ntry, 'Sts/Prtry') ?? textOf(ntry, 'Sts')
  return status === undefined || /^BOOK/i.test(status)
}

const WHERE_AMOUNTS_ARE = ['Amt', 'AmtDtls/TxAmt/Amt', 'AmtDtls/InstdAmt/Amt', 'AmtDtls/CntrValAmt/Amt']

/** The parts of a collective entry, from the first place where all of them have an amount and add up; else null. */
function detailAmounts(details: readonly XmlElement[], currency: string | null, total: string): string[] | null {
  const isDebit = total.startsWith('-')
  for (const places of [WHERE_AMOUNTS_ARE, ...WHERE_AMOUNTS_ARE.map((place) => [place])]) {
    const amounts = details.map((detail) => detailAmount(detail, places, currency, isDebit))
    if (amounts.every((each) => each !== null) && sumsTo(amounts, total)) return amounts
  }
  return null
}

function detailAmount(
  detail: XmlElement,
  places: readonly string[],
  currency: string | null,
  isNtryDebit: boolean,
): string | null {
  const found = places.map((place) => find(detail, place)).find((amount) => amount?.attributes.Ccy === currency)
  if (!found) return null
  const indicator = textOf(detail, 'CdtDbtInd')
  const isDebit = indicator ? indicator === 'DBIT' : isNtryDebit
  return isDebit ? negated(parseAmount(found.text)) : parseAmount(found.text)
}

const sumsTo = (amounts: readonly string[], total: string): boolean =>
  amounts.reduce((sum, amount) => sum + toUnits(amount), 0n) === toUnits(total)

function describe(ntry: XmlElement, detail: XmlElement | undefined) {
  const parties = find(detail, 'RltdPties')
  const indicator = textOf(detail, 'CdtDbtInd') ?? textOf(ntry, 'CdtDbtInd')
  // A reversal names the parties of the payment that it takes back.
  const isReversal = /^(?:true|1)$/.test(textOf(ntry, 'RvslInd') ?? '')
  const side = (indicator === 'DBIT') !== isReversal ? 'Cdtr' : 'Dbtr'
  const account = find(parties, ACCOUNT[side])
  const number = textOf(account, 'Id/IBAN') ?? textOf(account, 'Id/Othr/Id')
  return {
    endToEndId: referenceOrNull(textOf(detail, 'Refs/EndToEndId')),
    // `NtryRef` is mostly a number within the file: the same entry has another one in the next file.
    bankReference: textOrNull(textOf(detail, 'Refs/AcctSvcrRef') ?? textOf(ntry, 'AcctSvcrRef')),
    counterpartyName: nameOf(parties, side),
    counterpartyNumber: number ? normalizeAccountNumber(number) : null,
    text: remittance(ntry, detail),
  }
}

const ACCOUNT = { Cdtr: 'CdtrAcct', Dbtr: 'DbtrAcct' }
const PARTIES = { Cdtr: ['Cdtr', 'UltmtCdtr'], Dbtr: ['Dbtr', 'UltmtDbtr'] }

/** Version 4 and later have the name below `Pty` (or `Agt`, a bank), versions 2 and 3 directly. */
function nameOf(parties: XmlElement | undefined, side: 'Cdtr' | 'Dbtr'): string | null {
  if (!parties) return null
  for (const place of PARTIES[side]) {
    const party = find(parties, place)
    const name = textOf(party, 'Pty/Nm') ?? textOf(party, 'Nm') ?? textOf(party, 'Agt/FinInstnId/Nm')
    if (name !== undefined) return textOrNull(name)
  }
  return null
}

const REMITTANCE = ['RmtInf/Ustrd', 'RmtInf/Strd/CdtrRefInf/Ref', 'RmtInf/Strd/AddtlRmtInf']

function remittance(ntry: XmlElement, detail: XmlElement | undefined): string {
  const texts = REMITTANCE.flatMap((path) => findAll(detail, path).map((element) => element.text))
  const returned = ['RtrInf/Rsn/Cd', 'RtrInf/AddtlInf'].map((path) => textOf(detail, path) ?? '')
  const fallback =
    textOf(detail, 'AddtlTxInf') ?? textOf(ntry, 'AddtlNtryInf') ?? textOf(ntry, 'NtryDtls/Btch/PmtInfId') ?? ''
  const text = plainText(texts.join(' '))
  return plainText([text === '' ? fallback : text, ...returned].join(' '))
}
