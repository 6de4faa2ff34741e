import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { camt054, entryOf, pain002 } from '../../../test/status-files.ts'
import { readStatusFile } from './status-file.ts'

/* Files after the published message definitions and the guidelines of national banking associations. */

const read = (file: string | Buffer) => {
  const bytes = Buffer.from(file)
  return readStatusFile(async function* () {
    for (let start = 0; start < bytes.length; start += 65_536) yield bytes.subarray(start, start + 65_536)
  })
}
const wordsIn = async (file: string | Buffer) =>
  (await read(file)).map(({ word, reference, reason }) => [word, reference, reason].filter(Boolean).join(' '))

const RUN = 'RUN-7-3a1c5e7b9d24'
const line = (reference: string, status?: string, reason?: string) => ({
  reference,
  ...(status ? { status } : {}),
  ...(reason ? { reason } : {}),
})

describe('a pain.002', () => {
  test.each<[string, Parameters<typeof pain002>[0], string[]]>([
    [
      'of each payment',
      { messageId: RUN, lines: [line('A', 'ACSP'), line('B', 'RJCT', 'AC04')] },
      ['accepted A', 'rejected B AC04'],
    ],
    [
      'with every status',
      {
        messageId: RUN,
        lines: ['ACTC', 'ACCP', 'ACWC', 'ACFC', 'ACWP', 'ACSC', 'ACCC', 'PDNG', 'RCVD', 'CANC', 'QQQQ'].map((status) =>
          line(status, status),
        ),
      },
      [
        'accepted ACTC',
        'accepted ACCP',
        'accepted ACWC',
        'accepted ACFC',
        'accepted ACWP',
        'booked ACSC',
        'booked ACCC',
        'pending PDNG',
        'pending RCVD',
        'unclear CANC',
        'unclear QQQQ',
      ],
    ],
    [
      'of the whole message',
      { messageId: RUN, groupStatus: 'RJCT', groupReason: 'FF01', informationId: null },
      ['rejected FF01'],
    ],
    [
      'of the block',
      { messageId: RUN, groupStatus: 'RJCT', groupReason: 'AM04', informationStatus: 'RJCT' },
      ['rejected AM04'],
    ],
    ['a part', { messageId: RUN, groupStatus: 'PART', lines: [line('A', 'RJCT', 'AC01')] }, ['rejected A AC01']],
    [
      'all but one',
      { messageId: RUN, groupStatus: 'ACCP', lines: [line('A', 'RJCT', 'AC01')] },
      ['rejected A AC01', 'accepted'],
    ],
    [
      'payments without a status of their own',
      { messageId: RUN, groupStatus: 'ACSP', informationStatus: 'RJCT', lines: [line('A')] },
      ['rejected A', 'rejected'],
    ],
    ['payments without any status', { messageId: RUN, lines: [line('A')] }, ['unclear A']],
    ['nothing', { messageId: RUN, informationId: null }, []],
  ])('%s', async (_, file, expected) => {
    expect(await wordsIn(pain002(file))).toEqual(expected)
  })

  test('names the run, the amount, the number and the sum', async () => {
    const file = pain002({
      messageId: RUN,
      groupStatus: 'ACCP',
      count: 2,
      sum: '12.50',
      lines: [{ ...line('A', 'ACCP'), amount: '2.50' }],
    })
    expect(await read(file)).toMatchObject([
      { messageIds: [RUN], reference: 'A', amounts: [{ amount: '2.50', currency: 'USD' }], account: null },
      { messageIds: [RUN], reference: null, amounts: [{ amount: '12.50', currency: null }], count: 2 },
    ])
    const other = pain002({ messageId: 'NOTPROVIDED', informationId: RUN, lines: [line('A', 'ACCP')] })
    expect(await read(other)).toMatchObject([{ messageIds: [RUN] }])
    const both = pain002({ messageId: 'X', informationId: RUN, lines: [line('NOTPROVIDED', 'RJCT')] })
    expect(await read(both)).toMatchObject([{ messageIds: ['X', RUN], reference: '' }])
  })
})

describe('a camt.054', () => {
  const IBAN = 'DE89370400440532013000'
  test.each<[string, Parameters<typeof camt054>[1], string[]]>([
    ['a debit', [{ amount: '5', reference: 'A' }], ['booked A']],
    [
      'a payment that came back',
      [{ amount: '5', side: 'CRDT', reference: 'A', returnReason: 'AC06' }],
      ['returned A AC06'],
    ],
    [
      'other credits and what is not booked',
      [
        { amount: '5', side: 'CRDT', reference: 'A' },
        { amount: '5', status: 'PDNG', reference: 'A' },
        { amount: '5', status: 'INFO', reference: 'A' },
      ],
      [],
    ],
    ['a debit without a reference', [{ amount: '5' }], ['booked']],
    ['a collective debit', [{ amount: '5', batch: { messageId: RUN, count: 2 } }], ['booked']],
  ])('%s', async (_, notices, expected) => {
    expect(await wordsIn(camt054(IBAN, notices))).toEqual(expected)
    expect((await read(camt054('77-1', notices))).every(({ account }) => account === '77-1')).toBe(true)
  })

  test('with a return by its code, as a reversal, in version 2, and with charges', async () => {
    const credit = camt054(IBAN, [{ amount: '58', side: 'CRDT', reference: 'A' }])
    const coded = credit.replace(
      '<Prtry><Cd>TRF</Cd></Prtry>',
      '<Domn><Cd>PMNT</Cd><Fmly><Cd>ICDT</Cd><SubFmlyCd>RRTN</SubFmlyCd></Fmly></Domn>',
    )
    const reversal = credit.replace('<Sts>', '<RvslInd>true</RvslInd><Sts>')
    const old = reversal
      .replace('camt.054.001.08', 'camt.054.001.02')
      .replace('<Sts><Cd>BOOK</Cd></Sts>', '<Sts>BOOK</Sts>')
    for (const file of [coded, reversal, old]) expect(await wordsIn(file)).toEqual(['returned A'])
    expect(await wordsIn(reversal.replaceAll('CRDT', 'DBIT'))).toEqual([])
    // What arrived counts, and not what had been sent.
    const less = reversal.replace('<TxDtls>', '<TxDtls><AmtDtls><InstdAmt><Amt Ccy="USD">60</Amt></InstdAmt></AmtDtls>')
    expect((await read(less))[0]?.amounts).toEqual([{ amount: '58', currency: 'USD' }])
    const debit = camt054(IBAN, [{ amount: '62', reference: 'A' }]).replace(
      '<TxDtls>',
      '<TxDtls><AmtDtls><InstdAmt><Amt Ccy="USD">60</Amt></InstdAmt></AmtDtls>',
    )
    expect((await read(debit))[0]?.amounts.map(({ amount }) => amount)).toEqual(['62', '60', '62'])
  })

  const hasXmllint = spawnSync('xmllint', ['--version']).status === 0
  test.runIf(hasXmllint)('has entries as the schema of camt.053 has them', () => {
    const entries = [
      { amount: '5', reference: 'A' },
      { amount: '5', side: 'CRDT', reference: 'A', returnReason: 'AC06' } as const,
      { amount: '5', batch: { messageId: RUN, count: 2 } },
    ]
    const balance =
      '<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="USD">1</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-01-05</Dt></Dt></Bal>'
    const statement = camt054(IBAN, [])
      .replaceAll('camt.054', 'camt.053')
      .replaceAll('BkToCstmrDbtCdtNtfctn', 'BkToCstmrStmt')
      .replaceAll('Ntfctn>', 'Stmt>')
      .replace('</Acct>', `</Acct>${balance}${entries.map(entryOf).join('')}`)
    const schema = new URL('../../../test/iso20022/camt.053.001.08.xsd', import.meta.url).pathname
    const checked = spawnSync('xmllint', ['--noout', '--nonet', '--schema', schema, '-'], {
      input: statement,
      encoding: 'utf8',
    })
    expect([checked.status, checked.stderr]).toEqual([0, expect.stringContaining('validates')])
  })
})

describe('XML of status files', () => {
  const plain = pain002({ messageId: RUN, lines: [line('A', 'RJCT', 'AC04')] })
  const prefixed = plain
    .replace(/<(\/?)(\w)/g, '<$1n:$2')
    .replace('<?n:xml', '<?xml')
    .replace('xmlns=', 'xmlns:n=')
  test.each([
    ['versions of pain.002', plain.replace('001.10', '001.03')],
    ['later versions', plain.replace('001.10', '001.14')],
    [
      'a Swiss namespace',
      plain.replace(
        'urn:iso:std:iso:20022:tech:xsd:pain.002.001.10',
        'http://www.six-interbank-clearing.com/de/pain.002.001.03.ch.02.xsd',
      ),
    ],
    ['prefixes', prefixed],
    ['an envelope', plain.replace('<Document', '<Envelope xmlns="urn:x"><AppHdr/><Document').concat('</Envelope>')],
    ['a byte order mark', `\ufeff${plain}`],
    ['empty lines', `\n\n${plain.replaceAll('><', '>\r\n<')}`],
    ['Latin-1', Buffer.from(plain.replace('UTF-8', 'ISO-8859-1').replace('STATUS-1', 'STATÜS'), 'latin1')],
  ])('reads %s', async (_, file) => {
    expect(await wordsIn(file)).toEqual(['rejected A AC04'])
  })

  test.each([
    ['an empty file', '', 'empty'],
    ['what is not XML', 'RJCT;A', 'not XML'],
    ['another message', plain.replace('pain.002', 'pain.001'), 'neither a pain.002'],
    ['an old version', plain.replace('001.10', '001.02'), 'neither a pain.002'],
    ['a statement', camt054('1', []).replace('camt.054', 'camt.053'), 'Import it as a bank statement'],
    ['no namespace', plain.replace(/ xmlns="[^"]*"/, ''), 'neither a pain.002'],
    ['a cut file', plain.slice(0, -30), 'well-formed'],
    [
      'an external entity',
      plain.replace('?>', '?><!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
      'document type',
    ],
    [
      'a bomb of entities',
      plain.replace('?>', '?><!DOCTYPE d [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]>').replace('AC04', '&b;'),
      'document type',
    ],
    ['an unknown entity', plain.replace('AC04', '&x;'), 'well-formed'],
    [
      'too many attributes',
      plain.replace('<TxInfAndSts>', `<TxInfAndSts ${Array.from({ length: 200 }, (_, at) => `a${at}="1"`).join(' ')}>`),
      'too many attributes',
    ],
    ['a text without end', plain.replace('AC04', 'x'.repeat(200_000)), 'too long'],
    [
      'depth without end',
      plain.replace('<TxInfAndSts>', '<TxInfAndSts>'.concat('<A>'.repeat(100))),
      'nested too deeply',
    ],
    ['UTF-16', Buffer.from(plain, 'utf16le'), 'Save it as UTF-8'],
    ['wrong UTF-8', Buffer.from(plain.replace('STATUS-1', 'Ü'), 'latin1'), 'not valid UTF-8'],
    ['an unknown encoding', plain.replace('UTF-8', 'EBCDIC-CP-US'), 'not supported'],
    ['NUL', plain.replace('STATUS-1', '\0'), 'not text'],
  ])('refuses %s', async (_, file, message) => {
    await expect(read(file)).rejects.toThrow(message)
  })
})
