import { accountNumber, plainText, textOrNull } from './statement-file.ts'

/** What field 86 tells about an entry. */
export type Information = {
  endToEndId: string | null
  bankReference: string | null
  counterpartyName: string | null
  counterpartyNumber: string | null
  text: string
}

/** Reads the information to the account owner in the three forms that banks use. */
export function readInformation(lines: readonly string[]): Information {
  // Lines are cut anywhere, also within a word: structured forms are joined without a space.
  const joined = lines.map((line) => line.replace(/\s+$/, '')).join('')
  const separator = /^\d{3}([^A-Za-z0-9\s/])\d\d/.exec(joined)?.[1]
  if (separator) return fromSubfields(joined.slice(3), separator)
  if (/^\/[A-Z]{2,4}\//.test(joined)) return fromSlashCodes(joined)
  return { ...withCodes(plainText(lines.join(' '))), counterpartyName: null, counterpartyNumber: null }
}

const isRemittance = (code: number) => (code >= 20 && code <= 29) || (code >= 60 && code <= 63)

/** German banks: '166?00GUTSCHRIFT?20EREF+…?21…?30BIC?31IBAN?32Name?33…' */
function fromSubfields(text: string, separator: string): Information {
  const fields = new Map<number, string>()
  for (const part of text.split(separator)) {
    const match = /^(\d\d)(.*)$/s.exec(part)
    if (match) fields.set(Number(match[1]), match[2] ?? '')
    else {
      // The separator itself was part of a text.
      const last = [...fields.keys()].at(-1)
      if (last !== undefined) fields.set(last, `${fields.get(last)}${separator}${part}`)
    }
  }
  const codes = [...fields.keys()].sort((a, b) => a - b)
  const remittance = codes.filter(isRemittance).map((code) => fields.get(code))
  const number = textOrNull(fields.get(31))
  const information = withCodes(joinCut(remittance.map((each) => each ?? '')))
  return {
    ...information,
    text: information.text || plainText(fields.get(0) ?? ''),
    counterpartyName: textOrNull(`${fields.get(32) ?? ''}${fields.get(33) ?? ''}`),
    counterpartyNumber: number && accountNumber(number),
  }
}

/** Subfields have 27 characters. A shorter one ended by itself, so the next begins a new word. */
const SUBFIELD_LENGTH = 27

const joinCut = (parts: readonly string[]): string =>
  parts.reduce((text, part, index) => {
    const before = parts[index - 1]
    return text + (before !== undefined && before.length < SUBFIELD_LENGTH ? ' ' : '') + part
  }, '')

const CODES = [
  'EREF',
  'KREF',
  'MREF',
  'CRED',
  'DEBT',
  'COAM',
  'OAMT',
  'SVWZ',
  'ABWA',
  'ABWE',
  'IBAN',
  'BIC',
  'PURP',
  'ANAM',
]
const CODE = new RegExp(`(?:^|[ ])?(${CODES.join('|')})\\+`, 'g')

/** 'EREF+…SVWZ+…' within the remittance information. */
function withCodes(text: string): Pick<Information, 'endToEndId' | 'bankReference' | 'text'> {
  const found = [...text.matchAll(CODE)]
  if (found.length === 0) return { endToEndId: null, bankReference: null, text: plainText(text) }
  const values = new Map(
    found.map((match, index) => [
      match[1],
      text.slice((match.index ?? 0) + match[0].length, found[index + 1]?.index ?? text.length),
    ]),
  )
  const before = text.slice(0, found[0]?.index ?? 0)
  return {
    endToEndId: identifier(values.get('EREF')),
    bankReference: null,
    text: plainText([before, values.get('SVWZ') ?? ''].join(' ')),
  }
}

/** An identifier has no spaces of its own: those come from lines that were cut. */
function identifier(text: string | undefined): string | null {
  const plain = (text ?? '').replace(/\s+/g, '')
  return plain === '' || /^(?:NOTPROVIDED|NONREF)$/i.test(plain) ? null : plain
}

/** Dutch and Belgian banks: '/TRTP/SEPA OVERBOEKING/IBAN/NL…/NAME/…/REMI/…/EREF/…' */
const SLASH_CODES = [
  'TRTP',
  'TRCD',
  'BENM',
  'ORDP',
  'IBAN',
  'BIC',
  'NAME',
  'REMI',
  'EREF',
  'PREF',
  'IREF',
  'RTRN',
  'MARF',
  'CSID',
  'ADDR',
  'ID',
  'USTD',
  'STRD',
  'CNTP',
  'ISDT',
  'PURP',
  'ULTC',
  'ULTD',
  'ULTB',
  'ACCW',
  'BO',
  'SVCL',
  'NRTX',
  'EXCH',
  'CHGS',
]
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
  const iban = textOrNull(values.get('IBAN') ?? values.get('ACCW')?.split(',')[0] ?? number)
  const remittance = values.get('REMI') ?? values.get('USTD') ?? values.get('STRD')
  return {
    endToEndId: identifier(values.get('EREF')?.replace(/\/+$/, '')),
    bankReference: textOrNull(values.get('IREF')),
    counterpartyName: textOrNull((values.get('NAME') ?? name)?.replace(/\/+$/, '')),
    counterpartyNumber: iban && accountNumber(iban.replace(/\/+$/, '')),
    text: remittanceText(remittance ?? text),
  }
}

/** '/REMI/USTD//text/': the kind of text and its issuer, which is mostly empty, come before the text. */
const remittanceText = (text: string): string =>
  plainText(text.replace(/^(?:USTD|STRD)\/[^/]*\//, '').replace(/^\/+|\/+$/g, ''))
