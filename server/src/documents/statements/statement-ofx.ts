import { bankCurrency, toDecimalText } from '#contract/money.ts'
import type { Institution } from '#contract/settings/institution.ts'
import { encode, type IssueDetails, type Renderer, STAFF_COPY } from '../../platform/pdf/render.ts'
import { sourceTexts } from '../../platform/texts/texts.ts'
import { describeLine, type StatementLine } from '../statement-lines.ts'
import { element, group, shorten } from '../xml.ts'
import type { Statement } from './statement.ts'
import { balanceDayOf, firstDayOf, lastDayOf } from './statement-months.ts'

const HEADER = `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<?OFX OFXHEADER="200" VERSION="220" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>
`

/** Limits of the specification (OFX 2.2, sections 11.3.1 and 11.4.4), in characters. */
const MAX = { bankId: 9, accountId: 22, name: 32, longName: 100, memo: 255, reference: 32, organisation: 32 }

const STATUS = group('STATUS', element('CODE', '0'), element('SEVERITY', 'INFO'))
const COPY_STATUS = group('STATUS', element('CODE', '0'), element('SEVERITY', 'INFO'), element('MESSAGE', STAFF_COPY))

/** A download as programs for personal finance import it, OFX 2.2. */
export const renderOfx =
  (institution: Institution): Renderer<Statement> =>
  (statement, issued) =>
    encode(piecesOf(statement, issued, institution))

async function* piecesOf(
  statement: Statement,
  { issuedAt, number, staffCopy }: IssueDetails,
  institution: Institution,
) {
  const { month, account, final } = statement
  const organisation = element('ORG', institution.name, MAX.organisation)
  const signOn = [STATUS, element('DTSERVER', toTime(issuedAt)), element('LANGUAGE', 'ENG'), group('FI', organisation)]
  yield `${HEADER}<OFX>\n${group('SIGNONMSGSRSV1', group('SONRS', ...signOn))}\n<BANKMSGSRSV1><STMTTRNRS>`
  yield element('TRNUID', number, 36) + (staffCopy ? COPY_STATUS : STATUS)
  yield `<STMTRS>${element('CURDEF', bankCurrency().code)}${group(
    'BANKACCTFROM',
    element('BANKID', bankIdOf(institution)),
    element('ACCTID', account.number, MAX.accountId),
    element('ACCTTYPE', account.kind === 'main' ? 'CHECKING' : 'SAVINGS'),
  )}\n<BANKTRANLIST>`
  yield element('DTSTART', toNoon(firstDayOf(month))) + element('DTEND', toNoon(balanceDayOf(statement, issuedAt)))
  for await (const line of statement.lines()) yield `\n${transactionOf(line)}`
  const asOf = final ? toNoon(lastDayOf(month)) : toTime(issuedAt)
  const balance = group('LEDGERBAL', element('BALAMT', toDecimalText(statement.closingCents)), element('DTASOF', asOf))
  yield `\n</BANKTRANLIST>${balance}</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\n`
}

/** The order of the elements is fixed. Programs recognize a transaction that they have by its FITID. */
function transactionOf(line: StatementLine): string {
  const party = line.counterparty?.name ?? ''
  const name = party || describeLine(line, sourceTexts().t)
  return group(
    'STMTTRN',
    element('TRNTYPE', typeOf(line)),
    element('DTPOSTED', toNoon(line.bookedOn)),
    element('DTAVAIL', toNoon(line.valueOn)),
    element('TRNAMT', toDecimalText(line.amountCents)),
    element('FITID', line.transactionId),
    element('REFNUM', line.reference, MAX.reference),
    element('NAME', name, MAX.name),
    [...name].length > MAX.name ? element('EXTDNAME', name, MAX.longName) : '',
    party ? element('MEMO', line.message || describeLine(line, sourceTexts().t), MAX.memo) : '',
  )
}

function typeOf({ method, amountCents }: StatementLine): string {
  if (method === 'internal' || method === 'move') return 'XFER'
  return amountCents > 0n ? 'CREDIT' : 'DEBIT'
}

/** The bank has no routing number of its own; the element is required, and the same in each of its files. */
const bankIdOf = ({ name }: Institution): string =>
  shorten(name.toUpperCase().replace(/[^A-Z0-9]/g, ''), MAX.bankId) || 'BANK'

/** A day without a time would be midnight in Greenwich, which is the day before in America. */
const toNoon = (day: string): string => `${day.replaceAll('-', '')}120000.000[0:GMT]`

const toTime = (at: Date): string => `${at.toISOString().replace(/[-:TZ]/g, '')}[0:GMT]`
