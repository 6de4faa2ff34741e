import { normalizeAccountNumber } from '#contract/external-money/external-accounts.ts'
import { plainText, textOrNull } from './statement-file.ts'

/** What field 86 tells about an entry. */
export type Information = {
  endToEndId: string | null
  bankReference: string | null
  counterpartyName: string | null
  counterpartyNumber: string | null
  text: string
}

const NOTHING = { endToEndId: null, bankReference: null, counterpartyName: null, counterpartyNumber: null }

/** Reads the information to the account owner in the forms that banks use. */
export function readInformation(lines: readonly string[]): Information {
  // Lines are cut anywhere, also within a word: structured forms are joined without a space.
  const joined = lines.map((line) => line.replace(/\s+$/, '')).join('')
  const separator = separatorOf(joined)
  if (separator) return fromSubfields(joined, separator)
  if (/^\/[A-Z]{2,4}\//.test(joined)) return fromSlashCodes(joined)
  const text = joinLines(lines)
  if (/\bIBAN: ?[A-Z]{2}\d\d/.test(text) && /\bNAAM: /.test(text)) return fromDutchWords(text)
  return withCodes(plainText(text))
}

/** After the three digits of the transaction code, or with two subfields or more where a bank leaves the code out. */
function separatorOf(text: string): string | undefined {
  const coded = /^\d{3} ?([^A-Za-z0-9\s/.,:+-])\d\d/.exec(text)?.[1]
  return coded ?? /^([?~<>^|§])\d\d[^?~<>^|§]*\1\d\d/.exec(text)?.[1]
}

/** A line of 65 characters was cut; a shorter one ended by itself. */
const LINE_LENGTH = 65

const joinLines = (lines: readonly string[]): string =>
  lines.reduce((text, line, index) => {
    const before = lines[index - 1]
    return text + (before === undefined || before.length === LINE_LENGTH ? '' : ' ') + line
  }, '')

/** ABN AMRO: 'SEPA OVERBOEKING IBAN: NL… BIC: … NAAM: … OMSCHRIJVING: … KENMERK: …' */
function fromDutchWords(text: string): Information {
  const parts = text.split(/\b(IBAN|BIC|NAAM|OMSCHRIJVING|KENMERK|MACHTIGING|INCASSANT|BETALINGSKENM\.?): ?/)
  const value = (word: string) => {
    const at = parts.indexOf(word)
    return at < 0 ? undefined : parts[at + 1]
  }
  const number = textOrNull(value('IBAN'))
  return {
    endToEndId: identifier(value('KENMERK')),
    bankReference: null,
    counterpartyName: textOrNull(value('NAAM')),
    counterpartyNumber: number && normalizeAccountNumber(number),
    text: plainText(value('OMSCHRIJVING') ?? value('BETALINGSKENM.') ?? parts[0] ?? ''),
  }
}

const isRemittance = (code: number) => (code >= 20 && code <= 29) || (code >= 60 && code <= 63)

/** German and Polish banks: '166?00GUTSCHRIFT?20EREF+…?21…?30BIC?31IBAN?32Name?33…', in Poland with '<' or '~'. */
function fromSubfields(text: string, separator: string): Information {
  const fields = new Map<number, string>()
  let last: number | null = null
  for (const part of text.slice(text.indexOf(separator) + 1).split(separator)) {
    const match = /^(\d\d)(.*)$/s.exec(part)
    if (match) {
      last = Number(match[1])
      fields.set(last, (fields.get(last) ?? '') + (match[2] ?? ''))
    } else if (last !== null) fields.set(last, `${fields.get(last)}${separator}${part}`)
  }
  const codes = [...fields.keys()].sort((a, b) => a - b)
  const remittance = codes.filter(isRemittance).map((code) => fields.get(code))
  const information = withCodes(joinCut(remittance.map((each) => each ?? '')))
  // 38 is the IBAN where 31 is the number of the bank's own scheme. The codes within the text are the last resort.
  const number = textOrNull(fields.get(38)) ?? textOrNull(fields.get(31)) ?? information.counterpartyNumber
  return {
    ...information,
    text: information.text || plainText(fields.get(0) ?? ''),
    counterpartyName: textOrNull(joinCut([fields.get(32) ?? '', fields.get(33) ?? ''])) ?? information.counterpartyName,
    counterpartyNumber: number && normalizeAccountNumber(number),
  }
}

/** Subfields have 27 characters. A shorter one ended by itself, so the next begins a new word. */
const SUBFIELD_LENGTH = 27

const joinCut = (parts: readonly string[]): string =>
  parts.reduce((text, part, index) => {
    const before = parts[index - 1]
    return text + (before !== undefined && before.length < SUBFIELD_LENGTH ? ' ' : '') + part
  }, '')

const CODES = 'EREF KREF MREF CRED DEBT COAM OAMT SVWZ ABWA ABWE IBAN BIC PURP ANAM BREF RREF SQTP TAN1'.split(' ')
/** 'EREF+', also 'EREF: ' as some banks write it. */
const CODE = new RegExp(`(?:^| )?(?:(${CODES.join('|')})\\+|(?<=^| )(${CODES.join('|')}): ?)`, 'g')

/** 'EREF+…SVWZ+…' within the remittance information. */
function withCodes(written: string): Information {
  if (!/[+:]/.test(written)) return { ...NOTHING, text: plainText(written) }
  const text = written.replace(/\bEnd-to-End-Ref\.?: ?/i, 'EREF+').replace(/\bKundenref(?:erenz|\.)?: ?/i, 'KREF+')
  const found = [...text.matchAll(CODE)]
  const values = new Map(
    found.map((match, index) => [
      match[1] ?? match[2],
      text.slice((match.index ?? 0) + match[0].length, found[index + 1]?.index ?? text.length),
    ]),
  )
  const before = text.slice(0, found[0]?.index ?? text.length)
  const number = textOrNull(values.get('IBAN'))
  return {
    endToEndId: identifier(values.get('EREF')),
    bankReference: null,
    counterpartyName: textOrNull(values.get('ANAM')),
    counterpartyNumber: number && normalizeAccountNumber(number),
    text: plainText([before, values.get('SVWZ') ?? ''].join(' ')),
  }
}

/** An identifier has no spaces of its own: those come from lines that were cut. */
function identifier(text: string | undefined): string | null {
  const plain = (text ?? '').replace(/\s+/g, '')
  return plain === '' || /^(?:NOTPROVIDED|NONREF)$/i.test(plain) ? null : plain
}

/** Dutch and Belgian banks: '/TRTP/SEPA OVERBOEKING/IBAN/NL…/NAME/…/REMI/…/EREF/…' */
const SLASH_CODES =
  'TRTP TRCD BENM ORDP IBAN BIC NAME REMI EREF PREF IREF RTRN MARF CSID ADDR ID USTD STRD CNTP ISDT PURP ULTC ULTD ULTB ACCW BO SVCL NRTX EXCH CHGS OCMT INIT ACCT CREF'.split(
    ' ',
  )
const SLASH_CODE = new RegExp(`/(${SLASH_CODES.join('|')})/`, 'g')

function fromSlashCodes(text: string): Information {
  const found = [...text.matchAll(SLASH_CODE)]
  const values = new Map<string, string>()
  for (const [index, match] of found.entries()) {
    const value = text.slice((match.index ?? 0) + match[0].length, found[index + 1]?.index ?? text.length)
    if (!values.has(match[1] ?? '')) values.set(match[1] ?? '', value)
  }
  // '/CNTP/IBAN/BIC/Name/City/': positions instead of codes.
  const [number, , name] = (values.get('CNTP') ?? '').split('/')
  const iban = textOrNull(values.get('IBAN') ?? values.get('ACCW')?.split(',')[0] ?? values.get('ACCT') ?? number)
  const named = [values.get('NAME'), name, values.get('ORDP'), values.get('BENM')].find((each) =>
    textOrNull(each?.replace(/\/+/g, ' ')),
  )
  const remittance = values.get('REMI') ?? values.get('USTD') ?? values.get('STRD')
  return {
    endToEndId: identifier(values.get('EREF')?.replace(/\/+$/, '')),
    bankReference: textOrNull(values.get('IREF')),
    counterpartyName: textOrNull(named?.replace(/^\/+|\/+$/g, '')),
    counterpartyNumber: iban && normalizeAccountNumber(iban.replace(/\/+$/, '')),
    text: remittanceText(remittance ?? text),
  }
}

/** '/REMI/USTD//text/': the kind of text and its issuer, which is mostly empty, come before the text. */
const remittanceText = (text: string): string =>
  plainText(text.replace(/^(?:USTD|STRD)\/[^/]*\//, '').replace(/^\/+|\/+$/g, ''))
