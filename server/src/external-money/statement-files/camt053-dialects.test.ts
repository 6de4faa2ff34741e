import { describe, expect, test } from 'vitest'
import { entriesOf, readEvents } from '../../../test/statement-events.ts'

/* Files after the published message definitions and the guidelines of national banking associations. */

const ISO = 'urn:iso:std:iso:20022:tech:xsd:camt.053.001'
const document = (body: string, namespace = `${ISO}.08`) =>
  `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="${namespace}"><BkToCstmrStmt><GrpHdr><MsgId>M</MsgId></GrpHdr>${body}</BkToCstmrStmt></Document>`

const IBAN = '<Id><IBAN>CH9300762011623852957</IBAN></Id>'
const statement = (body: string, account = `${IBAN}<Ccy>CHF</Ccy>`) =>
  `<Stmt><Id>1</Id><ElctrncSeqNb>1</ElctrncSeqNb><Acct>${account}</Acct>${body}</Stmt>`

const balance = (
  type: string,
  amount: string,
  rest = '<CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-01-31</Dt></Dt>',
  ccy = 'CHF',
) => `<Bal><Tp><CdOrPrtry>${type}</CdOrPrtry></Tp><Amt Ccy="${ccy}">${amount}</Amt>${rest}</Bal>`
const cd = (code: string) => `<Cd>${code}</Cd>`

const entry = (body: string, { amount = '100.00', indicator = 'CRDT', status = '<Sts>BOOK</Sts>' } = {}) =>
  `<Ntry><Amt Ccy="CHF">${amount}</Amt><CdtDbtInd>${indicator}</CdtDbtInd>${status}<BookgDt><Dt>2026-01-05</Dt></BookgDt>${body}</Ntry>`
const details = (...inner: string[]) =>
  `<NtryDtls>${inner.map((each) => `<TxDtls>${each}</TxDtls>`).join('')}</NtryDtls>`

const balancesIn = async (file: string) =>
  (await readEvents(file)).flatMap((event) =>
    event.kind === 'balance' ? [`${event.which} ${event.balance.amount}`] : [],
  )
const entryIn = async (file: string) => entriesOf(await readEvents(file))[0]

describe('balances of camt.053', () => {
  test.each([
    ['OPBD and CLBD', [balance(cd('OPBD'), '1'), balance(cd('CLBD'), '2')], ['opening 1', 'closing 2']],
    ['CLBD first', [balance(cd('CLBD'), '2'), balance(cd('OPBD'), '1')], ['opening 1', 'closing 2']],
    ['PRCD for OPBD', [balance(cd('PRCD'), '1'), balance(cd('CLBD'), '2')], ['opening 1', 'closing 2']],
    [
      'OPBD before PRCD',
      [balance(cd('PRCD'), '9'), balance(cd('OPBD'), '1'), balance(cd('CLBD'), '2')],
      ['opening 1', 'closing 2'],
    ],
    ['interim ones of pages', [balance(cd('ITBD'), '1'), balance(cd('ITBD'), '2')], ['opening 1', 'closing 2']],
    ['opening and an interim one', [balance(cd('OPBD'), '1'), balance(cd('ITBD'), '2')], ['opening 1', 'closing 2']],
    ['one interim one', [balance(cd('ITBD'), '2')], ['closing 2']],
    [
      'available ones beside',
      [
        balance(cd('OPBD'), '1'),
        balance(cd('OPAV'), '8'),
        balance(cd('CLBD'), '2'),
        balance(cd('CLAV'), '9'),
        balance(cd('FWAV'), '9'),
      ],
      ['opening 1', 'closing 2'],
    ],
    [
      'proprietary codes',
      [balance('<Prtry>OPBD</Prtry>', '1'), balance('<Prtry>VGMT</Prtry>', '7'), balance(cd('CLBD'), '2')],
      ['opening 1', 'closing 2'],
    ],
    [
      'a conversion',
      [balance(cd('OPBD'), '1'), balance(cd('CLBD'), '2'), balance(cd('CLBD'), '5', undefined, 'USD')],
      ['opening 1', 'closing 2'],
    ],
    [
      'an overdraft',
      [balance(cd('CLBD'), '2.50', '<CdtDbtInd>DBIT</CdtDbtInd><Dt><DtTm>2026-01-31T23:59:59.999+01:00</DtTm></Dt>')],
      ['closing -2.5'],
    ],
    [
      'credit lines within',
      [balance(cd('OPBD'), '1').replace('<Amt', '<CdtLine><Incl>false</Incl><Amt Ccy="CHF">500</Amt></CdtLine><Amt')],
      ['opening 1'],
    ],
  ])('%s', async (_, balances, expected) => {
    expect(await balancesIn(document(statement(balances.join(''))))).toEqual(expected)
  })
})

describe('accounts of camt.053', () => {
  const closing = balance(cd('CLBD'), '2')
  test.each([
    [
      'an IBAN with spaces',
      '<Id><IBAN> CH93 0076 2011 6238 5295 7 </IBAN></Id><Ccy>CHF</Ccy>',
      'CH9300762011623852957',
      'CHF',
    ],
    [
      'another number',
      '<Id><Othr><Id>0012-345.67</Id><SchmeNm><Cd>BBAN</Cd></SchmeNm></Othr></Id><Ccy>CHF</Ccy>',
      '001234567',
      'CHF',
    ],
    ['without a currency', IBAN, 'CH9300762011623852957', 'CHF'],
    [
      'with owner and servicer',
      `${IBAN}<Ccy>CHF</Ccy><Ownr><Nm>Openteller</Nm></Ownr><Svcr><FinInstnId><BIC>AAAACHZZ</BIC></FinInstnId></Svcr>`,
      'CH9300762011623852957',
      'CHF',
    ],
  ])('%s', async (_, account, number, currency) => {
    const [opened] = await readEvents(document(statement(closing, account)))
    expect(opened).toEqual({ kind: 'opened', account: { number, currency } })
  })

  test('an empty statement, several statements, a period', async () => {
    const empty = statement(
      `<FrToDt><FrDtTm>2026-01-05T00:00:00</FrDtTm><ToDtTm>2026-01-06T00:00:00</ToDtTm></FrToDt>${closing}`,
    )
    const events = await readEvents(document(empty + statement(closing) + statement(closing + entry(''))))
    expect(events.map(({ kind }) => kind).join(' ')).toBe(
      'opened period balance ended opened balance ended opened balance entry ended',
    )
    expect(events[1]).toEqual({ kind: 'period', from: '2026-01-05', to: '2026-01-06', wholeDays: false })
  })
})

describe('entries of camt.053', () => {
  const parties = (debtor: string, creditor: string) => `<RltdPties>${debtor}${creditor}</RltdPties>`
  const v2 = parties(
    '<Dbtr><Nm>Payer</Nm></Dbtr><DbtrAcct><Id><Othr><Id>12 3</Id></Othr></Id></DbtrAcct>',
    '<Cdtr><Nm>Payee</Nm></Cdtr>',
  )
  const v8 = parties(
    '<Dbtr><Pty><Nm>Payer</Nm></Pty></Dbtr>',
    '<Cdtr><Agt><FinInstnId><Nm>Bank</Nm></FinInstnId></Agt></Cdtr>',
  )
  test.each([
    [
      'the payer of a credit',
      entry(details(v2)),
      { amount: '100', counterpartyName: 'Payer', counterpartyNumber: '123' },
    ],
    ['the payee of a debit', entry(details(v2), { indicator: 'DBIT' }), { amount: '-100', counterpartyName: 'Payee' }],
    ['a bank as payee', entry(details(v8), { indicator: 'DBIT' }), { counterpartyName: 'Bank' }],
    [
      'a returned transfer: the payee, money back',
      entry(`<RvslInd>true</RvslInd>${details(v2)}`),
      { amount: '100', counterpartyName: 'Payee' },
    ],
    [
      'an ultimate debtor alone',
      entry(details(parties('<UltmtDbtr><Nm>Payer</Nm></UltmtDbtr>', ''))),
      { counterpartyName: 'Payer' },
    ],
    [
      'a reason of return',
      entry(details('<RmtInf><Ustrd>Rent</Ustrd></RmtInf><RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>')),
      { text: 'Rent AC04' },
    ],
    ['a status below Cd', entry('', { status: '<Sts><Cd>BOOK</Cd></Sts>' }), { amount: '100' }],
    ['no status', entry('', { status: '' }), { amount: '100' }],
    ['a pending status', entry('', { status: '<Sts><Cd>PDNG</Cd></Sts>' }), undefined],
    ['a pending status as text', entry('', { status: '<Sts>PDNG</Sts>' }), undefined],
    ['for information', entry('', { status: '<Sts>INFO</Sts>' }), undefined],
    [
      'a value date only',
      entry('<ValDt><Dt>2026-01-07</Dt></ValDt>').replace(/<BookgDt>.*<\/BookgDt>/, ''),
      { bookedOn: '2026-01-07' },
    ],
    ['a date with a zone', entry('').replace('2026-01-05', '2026-01-05+01:00'), { bookedOn: '2026-01-05' }],
    [
      'a date and time',
      entry('').replace('<Dt>2026-01-05</Dt>', '<DtTm>2026-01-05T00:30:00Z</DtTm>'),
      { bookedOn: '2026-01-05' },
    ],
    [
      'no reference of the payer',
      entry(details('<Refs><EndToEndId>NOT PROVIDED</EndToEndId></Refs>')),
      { endToEndId: null },
    ],
    ['a number within the file', entry('<NtryRef>17</NtryRef>'), { bankReference: null }],
    [
      'the bank’s reference of a part',
      entry(`<AcctSvcrRef>A</AcctSvcrRef>${details('<Refs><AcctSvcrRef>B</AcctSvcrRef></Refs>')}`),
      { bankReference: 'B' },
    ],
    [
      'a QR reference',
      entry(
        details(
          '<RmtInf><Strd><CdtrRefInf><Tp><CdOrPrtry><Prtry>QRR</Prtry></CdOrPrtry></Tp><Ref>210000000003139471430009017</Ref></CdtrRefInf><AddtlRmtInf>?REJECT?0</AddtlRmtInf></Strd></RmtInf>',
        ),
      ),
      { text: '210000000003139471430009017 ?REJECT?0' },
    ],
    ['text of the entry', entry('<AddtlNtryInf>  Fees\n January </AddtlNtryInf>'), { text: 'Fees January' }],
    [
      'text of the part before it',
      entry(`${details('<AddtlTxInf>Part</AddtlTxInf>')}<AddtlNtryInf>Entry</AddtlNtryInf>`),
      { text: 'Part' },
    ],
    [
      'a batch without parts',
      entry('<NtryDtls><Btch><PmtInfId>RUN-7</PmtInfId><NbOfTxs>3</NbOfTxs></Btch></NtryDtls>'),
      { text: 'RUN-7' },
    ],
    ['CDATA', entry('<AddtlNtryInf><![CDATA[A & B <C>]]></AddtlNtryInf>'), { text: 'A & B <C>' }],
    ['whole francs', entry('', { amount: '100' }), { amount: '100' }],
    ['five decimals', entry('', { amount: '00100.12300' }), { amount: '100.123' }],
    ['no digit before the point', entry('', { amount: '.5' }), { amount: '0.5' }],
    [
      'charges beside',
      entry(`<Chrgs><TtlChrgsAndTaxAmt Ccy="CHF">2.00</TtlChrgsAndTaxAmt></Chrgs>${details(v2)}`, { amount: '98.00' }),
      { amount: '98' },
    ],
  ])('%s', async (_, file, expected) => {
    const found = await entryIn(document(statement(file)))
    if (expected) expect(found).toMatchObject(expected)
    else expect(found).toBeUndefined()
  })

  const part = (amount: string, place: 'Amt' | 'TxAmt' | 'InstdAmt' = 'Amt', rest = '') =>
    `<Refs><EndToEndId>E${amount}</EndToEndId></Refs>${
      place === 'Amt'
        ? `<Amt Ccy="CHF">${amount}</Amt>`
        : `<AmtDtls><${place}><Amt Ccy="CHF">${amount}</Amt></${place}></AmtDtls>`
    }${rest}`
  test.each([
    ['amounts of version 4', details(part('60'), part('40')), ['60', '40']],
    ['amounts of version 2', details(part('60', 'TxAmt'), part('40', 'TxAmt')), ['60', '40']],
    ['instructed amounts', details(part('60', 'InstdAmt'), part('40', 'InstdAmt')), ['60', '40']],
    ['parts in two groups', details(part('60')) + details(part('40')), ['60', '40']],
    ['a part the other way', details(part('140'), part('40', 'Amt', '<CdtDbtInd>DBIT</CdtDbtInd>')), ['140', '-40']],
    [
      'net of charges elsewhere',
      details(
        `${part('59')}<AmtDtls><TxAmt><Amt Ccy="CHF">60</Amt></TxAmt></AmtDtls>`,
        `${part('39')}<AmtDtls><TxAmt><Amt Ccy="CHF">40</Amt></TxAmt></AmtDtls>`,
      ),
      ['60', '40'],
    ],
    ['another currency', details(part('60').replace('CHF', 'EUR'), part('40').replace('CHF', 'EUR')), ['100']],
    ['a part without an amount', details(part('60'), '<Refs/>'), ['100']],
  ])('a collective entry: %s', async (_, body, amounts) => {
    expect(entriesOf(await readEvents(document(statement(entry(body))))).map(({ amount }) => amount)).toEqual(amounts)
  })
})

describe('XML of camt.053', () => {
  const body = statement(balance(cd('OPBD'), '1') + entry('<AddtlNtryInf>Zürich</AddtlNtryInf>'))
  const plain = document(body)
  const prefixed = plain
    .replace(/<(\/?)(\w)/g, '<$1n:$2')
    .replace('<?n:xml', '<?xml')
    .replace('xmlns=', 'xmlns:n=')
  test.each([
    ['prefixes', prefixed],
    ['a byte order mark', `\ufeff${plain}`],
    ['an empty line before', `\r\n  ${plain}`],
    ['no declaration', plain.replace(/^<\?.*?\?>/, '')],
    ['comments', plain.replace('<Stmt>', '<!-- day --><Stmt>')],
    ['CRLF between all elements', plain.replaceAll('><', '>\r\n<')],
    [
      'a schema location',
      plain.replace(
        '<Document ',
        '<Document xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="a b" ',
      ),
    ],
    ['version 2', document(body, `${ISO}.02`)],
    ['version 13', document(body, `${ISO}.13`)],
    ['an Austrian namespace', document(body, 'ISO:camt.053.001.02:APC:STUZZA:payments:003')],
    [
      'an envelope',
      plain
        .replace('<Document', '<Envelope xmlns="urn:x"><AppHdr><BizMsgIdr>1</BizMsgIdr></AppHdr><Document')
        .concat('</Envelope>'),
    ],
    ['Latin-1', Buffer.from(plain.replace('UTF-8', 'ISO-8859-1'), 'latin1')],
    ['Windows-1252', Buffer.from(plain.replace('UTF-8', 'windows-1252'), 'latin1')],
    ['a declaration in single quotes', Buffer.from(plain.replace('"UTF-8"', "'iso-8859-15'"), 'latin1')],
  ])('%s', async (_, file) => {
    expect(entriesOf(await readEvents(file, { pieceSize: 13 }))).toMatchObject([{ text: 'Zürich', amount: '100' }])
  })

  test.each([
    [
      'an amount in words, with its line',
      plain.replaceAll('><', '>\n<').replace('>100.00<', '>hundred<'),
      /^Line 2\d: 'hundred' is not an amount/,
    ],
    ['a negative amount', plain.replace('>100.00<', '>-100.00<'), 'not an amount'],
    ['no indicator', plain.replace('<CdtDbtInd>CRDT</CdtDbtInd><Sts>', '<Sts>'), 'neither as credit nor as debit'],
    ['no date', plain.replace(/<BookgDt>.*<\/BookgDt>/, ''), 'neither a booking date nor a value date'],
    ['no account', document('<Stmt><Id>1</Id></Stmt>'), 'does not name its account'],
    ['an empty account', document(statement('', '<Id/>')), 'does not name its account'],
    ['a report of the day', plain.replace('camt.053', 'camt.052'), 'not a camt.053'],
    ['version 1', document(body, `${ISO}.01`), 'not a camt.053'],
    ['a file cut in a tag', plain.slice(0, plain.indexOf('<Sts>') + 2), /^Line \d+: the file is not well-formed/],
    ['a file cut between tags', plain.slice(0, plain.indexOf('<Ntry>')), 'not well-formed'],
    [
      'an external entity',
      plain.replace('?>', '?><!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
      'document type',
    ],
    ['a parameter entity', plain.replace('?>', '?><!DOCTYPE d SYSTEM "http://x/y.dtd">'), 'document type'],
    ['UTF-16 without a mark', Buffer.from(plain, 'utf16le'), 'Save it as UTF-8'],
    ['UTF-16 by its declaration only', plain.replace('UTF-8', 'UTF-16'), 'not supported'],
    ['an unknown encoding', plain.replace('UTF-8', 'EBCDIC-CP-US'), 'not supported'],
    [
      'a text without end',
      document(`<Stmt><Acct>${IBAN}</Acct><Ntry><AddtlNtryInf>${'x'.repeat(200_000)}`),
      'too long',
    ],
    ['an entry without end', document(`<Stmt><Acct>${IBAN}</Acct><Ntry>${'<A/>'.repeat(600_000)}`), 'too large'],
  ])('refuses %s', async (_, file, message) => {
    await expect(readEvents(file, { pieceSize: 65_536 })).rejects.toThrow(message)
  })
})
