import { describe, expect, test } from 'vitest'
import { entriesOf, readEvents } from '../../../test/statement-events.ts'

/* Files as desktop software and banks of several countries write them. */

const HEADER =
  'OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nSECURITY:NONE\nENCODING:USASCII\nCHARSET:1252\nCOMPRESSION:NONE\nOLDFILEUID:NONE\nNEWFILEUID:NONE\n\n'
const TRANSACTION =
  '<STMTTRN>\n<TRNTYPE>CREDIT\n<DTPOSTED>20260115\n<TRNAMT>50.00\n<FITID>F1\n<NAME>Zoë\n<MEMO>OT-1\n</STMTTRN>\n'
const STATEMENT = (
  transactions: string,
  account = '<BANKACCTFROM>\n<BANKID>021000021\n<ACCTID>000012345\n<ACCTTYPE>CHECKING\n</BANKACCTFROM>',
) =>
  `<STMTTRNRS>\n<TRNUID>0\n<STATUS>\n<CODE>0\n<SEVERITY>INFO\n</STATUS>\n<STMTRS>\n<CURDEF>USD\n${account}\n<BANKTRANLIST>\n<DTSTART>20260101\n<DTEND>20260131\n${transactions}</BANKTRANLIST>\n<LEDGERBAL>\n<BALAMT>50.00\n<DTASOF>20260131\n</LEDGERBAL>\n<AVAILBAL>\n<BALAMT>9\n<DTASOF>20260131\n</AVAILBAL>\n</STMTRS>\n</STMTTRNRS>\n`
const body = (statements: string) =>
  `<OFX>\n<SIGNONMSGSRSV1>\n<SONRS>\n<STATUS>\n<CODE>0\n<SEVERITY>INFO\n</STATUS>\n<DTSERVER>20260201\n<LANGUAGE>ENG\n<FI>\n<ORG>B1\n<FID>10898\n</FI>\n<INTU.BID>10898\n</SONRS>\n</SIGNONMSGSRSV1>\n<BANKMSGSRSV1>\n${statements}</BANKMSGSRSV1>\n</OFX>\n`
const file = body(STATEMENT(TRANSACTION))
const closeAll = (text: string) => text.replace(/<([A-Z.]+)>([^<\n]+)\n/g, '<$1>$2</$1>\n')
const ofx2 = `<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<?OFX OFXHEADER="200" VERSION="211" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>\n${closeAll(file)}`

describe('files of OFX', () => {
  test.each([
    ['version 1', HEADER + file],
    ['a header without an empty line', HEADER.trimEnd() + file],
    ['a header on one line', HEADER.replaceAll('\n', ' ') + file],
    ['no header', file],
    ['everything on one line', HEADER + file.replaceAll('\n', '')],
    ['CRLF', (HEADER + file).replaceAll('\n', '\r\n')],
    ['indentation', HEADER + file.replaceAll('\n<', '\n\t  <')],
    ['closing tags', HEADER + closeAll(file)],
    ['small letters', HEADER + file.replace(/<[^>]+>/g, (tag) => tag.toLowerCase())],
    ['Windows-1252', Buffer.from(HEADER + file, 'latin1')],
    ['UTF-8 against its header', Buffer.from(HEADER + file)],
    ['a byte order mark', `\ufeff${HEADER}${file}`],
    ['version 2', ofx2],
    ['version 2 in Latin-1', Buffer.from(ofx2.replace('UTF-8', 'ISO-8859-1'), 'latin1')],
    ['version 2 without the header of XML', ofx2.slice(ofx2.indexOf('<?OFX'))],
    ['XML without the header of OFX', ofx2.replace(/<\?OFX.*\?>/, '')],
    ['a comment', HEADER + file.replace('<BANKMSGSRSV1>', '<!-- x --><BANKMSGSRSV1>')],
    ['an empty element left open', HEADER + file.replace('<MEMO>', '<CHECKNUM>\n<REFNUM>\n<MEMO>')],
    ['a numeric entity', HEADER + file.replace('Zoë', 'Zo&#235;')],
  ])('%s', async (_, bytes) => {
    const events = await readEvents(bytes, { pieceSize: 17 })
    expect(events.map(({ kind }) => kind)).toEqual(['opened', 'period', 'entry', 'balance', 'ended'])
    expect(entriesOf(events)).toMatchObject([
      { bookedOn: '2026-01-15', amount: '50', bankReference: 'F1', counterpartyName: 'Zoë', text: 'OT-1' },
    ])
  })

  test('several accounts, a credit card, and an account without transactions', async () => {
    const card = STATEMENT(TRANSACTION, '<CCACCTFROM>\n<ACCTID>4111\n</CCACCTFROM>')
      .replaceAll('STMTTRNRS', 'CCSTMTTRNRS')
      .replaceAll('STMTRS>', 'CCSTMTRS>')
    const other = STATEMENT('', '<BANKACCTFROM>\n<ACCTID>77\n</BANKACCTFROM>')
    const all = body(STATEMENT(TRANSACTION) + other).replace(
      '</OFX>',
      `<CREDITCARDMSGSRSV1>\n${card}</CREDITCARDMSGSRSV1>\n</OFX>`,
    )
    const events = await readEvents(HEADER + all)
    expect(events.flatMap((event) => (event.kind === 'opened' ? [event.account.number] : []))).toEqual([
      '000012345',
      '77',
      '4111',
    ])
    expect(entriesOf(events)).toHaveLength(2)
  })
})

describe('transactions of OFX', () => {
  test.each([
    ['<TRNAMT>-1.234,56', { amount: '-1234.56' }],
    ['<TRNAMT>1,234.56', { amount: '1234.56' }],
    ['<TRNAMT>+0,5', { amount: '0.5' }],
    ['<TRNAMT>-12', { amount: '-12' }],
    ['<TRNAMT> 7.10 ', { amount: '7.1' }],
    ['<DTPOSTED>20260115', { bookedOn: '2026-01-15' }],
    ['<DTPOSTED>20260115235959', { bookedOn: '2026-01-15' }],
    ['<DTPOSTED>20260115235959.999[-5:EST]', { bookedOn: '2026-01-15' }],
    ['<DTPOSTED>20260115000000[+0:GMT]', { bookedOn: '2026-01-15' }],
    ['<DTPOSTED>2026-01-15', { bookedOn: '2026-01-15' }],
    ['<DTPOSTED>20260115\n<DTAVAIL>20260117', { valueOn: '2026-01-17' }],
    ['<NAME>A &amp; B &lt;C&gt;', { counterpartyName: 'A & B <C>' }],
    ['<NAME>\n<EXTDNAME>A long name', { counterpartyName: 'A long name' }],
    ['<NAME>\n<PAYEE>\n<NAME>Ada\n<ADDR1>x\n</PAYEE>', { counterpartyName: 'Ada' }],
    ['<MEMO>', { text: 'Zoë' }],
    ['<MEMO>AT&T bill', { text: 'AT&T bill' }],
    ['<MEMO>first\n<MEMO>second', { text: 'first second' }],
    ['<FITID>2026-01-15/1', { bankReference: '2026-01-15/1' }],
    ['<FITID>F1\n<REFNUM>OT-9', { endToEndId: 'OT-9' }],
    [
      '<FITID>F1\n<BANKACCTTO>\n<BANKID>1\n<ACCTID>99 8\n<ACCTTYPE>CHECKING\n</BANKACCTTO>',
      { counterpartyNumber: '998' },
    ],
    ['<FITID>F1\n<CURRENCY>\n<CURRATE>1.1\n<CURSYM>EUR\n</CURRENCY>', { currency: 'EUR' }],
    ['<FITID>F1\n<ORIGCURRENCY>\n<CURRATE>1.1\n<CURSYM>EUR\n</ORIGCURRENCY>', { currency: null }],
  ])('%s', async (element, expected) => {
    const name = /^<(\w+)>/.exec(element)?.[1]
    const changed = file.replace(new RegExp(`<${name}>(?=50|20260115|F1|Zoë|OT-1)[^<\n]*`), element)
    expect(entriesOf(await readEvents(HEADER + changed))).toMatchObject([expected])
  })

  test.each([
    [
      'an amount in words, with its line',
      HEADER + file.replace('>50.00', '>fifty'),
      /^Line 44: 'fifty' is not an amount/,
    ],
    ['31 November', HEADER + file.replace('20260115', '20261131'), /^Line 44: .*not a date/],
    ['no date', HEADER + file.replace('<DTPOSTED>20260115\n', ''), 'no date'],
    ['no account', HEADER + file.replace(/<BANKACCTFROM>[\s\S]*<\/BANKACCTFROM>/, ''), 'before its account'],
    ['an account without number', HEADER + file.replace('<ACCTID>000012345\n', ''), 'does not name its account'],
    ['a file cut within a transaction', HEADER + file.slice(0, file.indexOf('<FITID>')), 'ends before'],
    ['a file cut within a tag', HEADER + file.slice(0, file.indexOf('<FITID>') + 3), 'not OFX near'],
    [
      'an answer with an error',
      HEADER + body('<STMTTRNRS>\n<TRNUID>0\n<STATUS>\n<CODE>2003\n<SEVERITY>ERROR\n</STATUS>\n</STMTTRNRS>\n'),
      'no statement',
    ],
    ['a header alone', HEADER, 'nothing else'],
    ['a text without end', `${HEADER}<OFX><A>${'x'.repeat(300_000)}`, 'too long'],
    ['an entity bomb', ofx2.replace('<OFX>', '<!DOCTYPE x [<!ENTITY a "b">]><OFX>'), 'document type'],
  ])('refuses %s', async (_, bytes, message) => {
    await expect(readEvents(bytes, { pieceSize: 4_096 })).rejects.toThrow(message)
  })
})
