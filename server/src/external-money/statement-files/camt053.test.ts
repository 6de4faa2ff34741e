import { describe, expect, test } from 'vitest'
import { entriesOf, readEvents } from '../../../test/statement-events.ts'

const document = (version: string, ...statements: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt>
<GrpHdr><MsgId>1</MsgId><CreDtTm>2026-02-01T00:00:00</CreDtTm></GrpHdr>${statements.join('')}</BkToCstmrStmt></Document>`

const balance = (code: string, amount: string, on = '2026-01-31') =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${on}</Dt></Dt></Bal>`

const statement = (...entries: string[]) =>
  `<Stmt><Id>1</Id><Acct><Id><IBAN>DE89 3704 0044 0532 0130 00</IBAN></Id><Ccy>EUR</Ccy></Acct>
${balance('OPBD', '100.00', '2026-01-01')}${balance('CLBD', '150.00')}${entries.join('')}</Stmt>`

const entry = (body: string, status = '<Sts><Cd>BOOK</Cd></Sts>', indicator = 'CRDT') =>
  `<Ntry><Amt Ccy="EUR">50.00</Amt><CdtDbtInd>${indicator}</CdtDbtInd>${status}<BookgDt><DtTm>2026-01-15T23:30:00+01:00</DtTm></BookgDt>
<ValDt><Dt>2026-01-16</Dt></ValDt><AcctSvcrRef>BANK1</AcctSvcrRef>${body}</Ntry>`

const details = (inner: string) => `<NtryDtls><TxDtls>${inner}</TxDtls></NtryDtls>`

describe('camt.053', () => {
  test('reads version 8: account, balances and an entry with its details', async () => {
    const file = document(
      '08',
      statement(
        entry(
          details(`<Refs><EndToEndId>OT-1</EndToEndId></Refs><RltdPties><Dbtr><Pty><Nm>Émile &amp; Söhne</Nm></Pty></Dbtr>
<DbtrAcct><Id><IBAN>FR7630006000011234567890189</IBAN></Id></DbtrAcct></RltdPties>
<RmtInf><Ustrd>Deposit</Ustrd><Ustrd>OT-ABC  9</Ustrd></RmtInf>`),
        ),
      ),
    )
    expect(await readEvents(file, { pieceSize: 7 })).toEqual([
      { kind: 'opened', account: { number: 'DE89370400440532013000', currency: 'EUR' } },
      { kind: 'balance', which: 'opening', balance: { amount: '100', on: '2026-01-01' } },
      { kind: 'balance', which: 'closing', balance: { amount: '150', on: '2026-01-31' } },
      {
        kind: 'entry',
        entry: {
          bookedOn: '2026-01-15',
          valueOn: '2026-01-16',
          amount: '50',
          currency: 'EUR',
          endToEndId: 'OT-1',
          bankReference: 'BANK1',
          counterpartyName: 'Émile & Söhne',
          counterpartyNumber: 'FR7630006000011234567890189',
          text: 'Deposit OT-ABC 9',
          balance: null,
        },
      },
      { kind: 'ended' },
    ])
  })

  test.each(['02', '04'])('reads version %s: names without Pty, status as text', async (version) => {
    const body = details(
      '<Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><RltdPties><Cdtr><Nm>Bob</Nm></Cdtr></RltdPties><RmtInf><Strd><CdtrRefInf><Ref>RF18</Ref></CdtrRefInf></Strd></RmtInf>',
    )
    const [found] = entriesOf(await readEvents(document(version, statement(entry(body, '<Sts>BOOK</Sts>', 'DBIT')))))
    expect(found).toMatchObject({ amount: '-50', endToEndId: null, counterpartyName: 'Bob', text: 'RF18' })
  })

  test('an entry of several payments is one entry per payment when they add up, else one entry', async () => {
    const parts = (...amounts: string[]) =>
      `<NtryDtls>${amounts.map((amount) => `<TxDtls><Refs><EndToEndId>E${amount}</EndToEndId></Refs><Amt Ccy="EUR">${amount}</Amt></TxDtls>`).join('')}</NtryDtls>`
    const read = async (...amounts: string[]) =>
      entriesOf(await readEvents(document('08', statement(entry(parts(...amounts)))))).map(({ amount, endToEndId }) => [
        amount,
        endToEndId,
      ])
    expect(await read('20.01', '29.99')).toEqual([
      ['20.01', 'E20.01'],
      ['29.99', 'E29.99'],
    ])
    expect(await read('20', '29')).toEqual([['50', null]])
  })

  test('pending entries are left out; many statements are read; the balance before is an opening balance', async () => {
    const later = statement(entry('', '<Sts><Cd>PDNG</Cd></Sts>')).replace('OPBD', 'PRCD')
    const events = await readEvents(document('08', statement(), later))
    expect(entriesOf(events)).toEqual([])
    expect(events.filter((event) => event.kind === 'balance' && event.which === 'opening')).toHaveLength(2)
  })

  test('reads the declared encoding', async () => {
    const file = document('02', statement(entry(details('<RmtInf><Ustrd>Größe</Ustrd></RmtInf>')))).replace(
      'UTF-8',
      'ISO-8859-1',
    )
    expect(entriesOf(await readEvents(Buffer.from(file, 'latin1')))[0]?.text).toBe('Größe')
  })

  const BOMB = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>'
  test.each([
    ['a document type declaration', document('08', statement()).replace('?>', `?>${BOMB}`), 'document type'],
    ['an undeclared entity', document('08', statement(entry('<AddtlNtryInf>&b;</AddtlNtryInf>'))), 'well-formed'],
    ['deep nesting', document('08', statement(entry('<X>'.repeat(100) + '</X>'.repeat(100)))), 'nested'],
    ['a truncated file', document('08', statement()).slice(0, -30), 'well-formed'],
    ['another message', document('08', statement()).replace('camt.053', 'camt.054'), 'camt.053'],
    ['other XML', '<html></html>', 'camt.053'],
    ['an amount in words', document('08', statement(entry('').replace('50.00', 'fifty'))), 'amount'],
    ['a date that does not exist', document('08', statement(entry('').replace('2026-01-16', '2026-02-30'))), 'date'],
    ['no statement', document('08'), 'no statement'],
    ['UTF-16', Buffer.from(`\ufeff${document('08', statement())}`, 'utf16le'), 'UTF-8'],
    [
      'bytes that are not UTF-8',
      Buffer.from(document('08', statement(entry('<AddtlNtryInf>é</AddtlNtryInf>'))), 'latin1'),
      'UTF-8',
    ],
    ['nothing', '', 'empty'],
    ['a PDF', '%PDF-1.7', 'document'],
  ])('refuses %s', async (_, file, message) => {
    await expect(readEvents(file)).rejects.toThrow(message)
  })
})
