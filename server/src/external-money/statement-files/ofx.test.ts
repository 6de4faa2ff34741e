import { describe, expect, test } from 'vitest'
import { entriesOf, readEvents } from '../../../test/statement-events.ts'

const HEADER = 'OFXHEADER:100\r\nDATA:OFXSGML\r\nVERSION:102\r\nENCODING:USASCII\r\nCHARSET:1252\r\n\r\n'

const sgml = (transactions: string) => `${HEADER}<OFX>
<SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS><DTSERVER>20260201<LANGUAGE>ENG</SONRS></SIGNONMSGSRSV1>
<BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STMTRS><CURDEF>USD
<BANKACCTFROM><BANKID>121000248<ACCTID>0012-345<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20260101<DTEND>20260131${transactions}</BANKTRANLIST>
<LEDGERBAL><BALAMT>1,050<DTASOF>20260131120000[-5:EST]</LEDGERBAL>
</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`

const TRANSACTION = `<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260115233000.000[-5:EST]<TRNAMT>+50.00<FITID>F1<NAME>A &amp; B<MEMO>OT-1 </STMTTRN>`

const xml = (transactions: string) => `<?xml version="1.0" encoding="UTF-8"?>
<?OFX OFXHEADER="200" VERSION="220" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>
<OFX><BANKMSGSRSV1><STMTTRNRS><TRNUID>1</TRNUID><STMTRS><CURDEF>EUR</CURDEF>
<BANKACCTFROM><BANKID>1</BANKID><ACCTID>DE89370400440532013000</ACCTID><ACCTTYPE>CHECKING</ACCTTYPE></BANKACCTFROM>
<BANKTRANLIST>${transactions}</BANKTRANLIST><LEDGERBAL><BALAMT>-0.5</BALAMT><DTASOF>20260131</DTASOF></LEDGERBAL>
</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`

const ENTRY = { bookedOn: '2026-01-15', amount: '50', bankReference: 'F1', counterpartyName: 'A & B', text: 'OT-1' }

describe('OFX', () => {
  test('reads version 1, with and without closing tags', async () => {
    const closed = TRANSACTION.replace(/<(TRNTYPE|DTPOSTED|TRNAMT|FITID|NAME|MEMO)>([^<]*)/g, '<$1>$2</$1>')
    for (const transactions of [TRANSACTION, closed]) {
      const events = await readEvents(sgml(transactions), { pieceSize: 11 })
      expect(events).toEqual([
        { kind: 'opened', account: { number: '0012345', currency: 'USD' } },
        { kind: 'period', from: '2026-01-01', to: '2026-01-31', wholeDays: false },
        { kind: 'entry', entry: expect.objectContaining(ENTRY) },
        { kind: 'balance', which: 'closing', balance: { amount: '1.05', on: '2026-01-31' } },
        { kind: 'ended' },
      ])
    }
  })

  test('reads version 2', async () => {
    const transaction = TRANSACTION.replace(/<(TRNTYPE|DTPOSTED|TRNAMT|FITID|NAME|MEMO)>([^<]*)/g, '<$1>$2</$1>')
    const events = await readEvents(xml(transaction))
    expect(entriesOf(events)).toEqual([expect.objectContaining(ENTRY)])
    expect(events[0]).toEqual({ kind: 'opened', account: { number: 'DE89370400440532013000', currency: 'EUR' } })
  })

  test.each([
    ['-12,50', '-12.5'],
    ['.5', '0.5'],
    ['-1,234,567.80', '-1234567.8'],
    ['-0.00', '0'],
  ])('amount %s is %s', async (text, amount) => {
    expect(entriesOf(await readEvents(sgml(TRANSACTION.replace('+50.00', text))))[0]?.amount).toBe(amount)
  })

  test.each([
    ['a truncated file', sgml(TRANSACTION).replace('</BANKMSGSRSV1></OFX>', ''), 'ends'],
    ['no amount', sgml(TRANSACTION.replace('<TRNAMT>+50.00', '')), 'amount'],
    ['a date in words', sgml(TRANSACTION.replace('20260115', 'yesterday')), 'date'],
    ['an entity bomb', xml('').replace('<OFX>', '<!DOCTYPE x [<!ENTITY a "b">]><OFX>'), 'document type'],
    ['no statement', `${HEADER}<OFX></OFX>`, 'no statement'],
    ['deep nesting', `${HEADER}<OFX>${'<A>'.repeat(50)}`, 'nested'],
  ])('refuses %s', async (_, file, message) => {
    await expect(readEvents(file)).rejects.toThrow(message)
  })
})
