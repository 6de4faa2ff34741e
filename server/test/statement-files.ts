import { form } from './files.ts'

/** An entry of a made-up bank statement. */
export type MadeEntry = { on: string; cents: number; text: string; reference?: string | undefined }

const decimal = (cents: number, comma = '.') => (Math.abs(cents) / 100).toFixed(2).replace('.', comma)
const short = (day: string) => day.replaceAll('-', '').slice(2)
const sumOf = (entries: readonly MadeEntry[]) => entries.reduce((sum, { cents }) => sum + cents, 0)

type Made = { account: string; openingCents: number; entries: readonly MadeEntry[]; from?: string; to?: string }

/** One statement of MT940. The opening balance is dated as that of the first entry unless `from` is given. */
export function mt940({ account, openingCents, entries, from, to }: Made, currency = 'USD'): string {
  const balance = (cents: number, on: string) => `${cents < 0 ? 'D' : 'C'}${short(on)}${currency}${decimal(cents, ',')}`
  const first = from ?? entries[0]?.on ?? '2026-01-01'
  return [
    ':20:STARTUMS',
    `:25:${account}`,
    ':28C:1/1',
    `:60F:${balance(openingCents, first)}`,
    ...entries.flatMap(({ on, cents, text, reference }) => [
      `:61:${short(on)}${short(on).slice(2)}${cents < 0 ? 'D' : 'C'}${decimal(cents, ',')}NTRFNONREF${reference ? `//${reference}` : ''}`,
      `:86:${text}`,
    ]),
    `:62F:${balance(openingCents + sumOf(entries), to ?? entries.at(-1)?.on ?? first)}`,
    '-',
    '',
  ].join('\r\n')
}

/** One statement of camt.053, for `camt053`. */
export function camtStatement({ account, openingCents, entries, from, to }: Made, currency = 'USD'): string {
  const [first, last] = [from ?? entries[0]?.on ?? '2026-01-01', to ?? entries.at(-1)?.on ?? '2026-01-01']
  const money = (cents: number) =>
    `<Amt Ccy="${currency}">${decimal(cents)}</Amt><CdtDbtInd>${cents < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd>`
  const balance = (code: string, cents: number, on: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${money(cents)}<Dt><Dt>${on}</Dt></Dt></Bal>`
  const period = from && to ? `<FrToDt><FrDtTm>${from}T00:00:00</FrDtTm><ToDtTm>${to}T23:59:59</ToDtTm></FrToDt>` : ''
  const elements = entries.map(
    ({ on, cents, text, reference }) =>
      `<Ntry>${money(cents)}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${on}</Dt></BookgDt>${reference ? `<AcctSvcrRef>${reference}</AcctSvcrRef>` : ''}<NtryDtls><TxDtls><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>\n`,
  )
  return `<Stmt><Id>1</Id>${period}<Acct><Id><Othr><Id>${account}</Id></Othr></Id><Ccy>${currency}</Ccy></Acct>${balance('OPBD', openingCents, first)}${balance('CLBD', openingCents + sumOf(entries), last)}${elements.join('')}</Stmt>`
}

export const camt053 = (...statements: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>1</MsgId></GrpHdr>${statements.join('')}</BkToCstmrStmt></Document>`

/** The form of an import: the file, and other fields as text. */
export const statementForm = (file: string | Buffer, fields: Record<string, string> = {}) =>
  form([
    { name: 'file', filename: 'statement.txt', bytes: file },
    ...Object.entries(fields).map(([name, bytes]) => ({ name, filename: null, bytes })),
  ])
