import { compactNumber } from '#contract/account-numbers.ts'
import { bankCurrency, toDecimalText } from '#contract/money.ts'
import type { Institution } from '#contract/settings/institution.ts'
import type { Method } from '../../ledger/types.ts'
import { encode, type IssueDetails, type Renderer } from '../../platform/pdf/render.ts'
import { sourceTexts } from '../../platform/texts/texts.ts'
import { describeLine, type StatementLine, type StatementParty } from '../statement-lines.ts'
import { element, group } from '../xml.ts'
import type { Statement } from './statement.ts'
import { balanceDayOf, firstDayOf, monthAfter, startOfMonth } from './statement-months.ts'

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:camt.053.001.08'
/** The schema's Max34Text to Max140Text. */
const MAX = { id: 35, account: 34, accountName: 70, name: 140, message: 140, text: 500 }

/** ISO 20022, BankToCustomerStatement, version 8. */
export const renderCamt =
  (institution: Institution): Renderer<Statement> =>
  (statement, issued) =>
    encode(piecesOf(statement, issued, institution))

async function* piecesOf(statement: Statement, issued: IssueDetails, institution: Institution) {
  const created = element('CreDtTm', issued.issuedAt.toISOString())
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${NAMESPACE}"><BkToCstmrStmt>\n`
  yield `${group('GrpHdr', element('MsgId', issued.number, MAX.id), created)}\n<Stmt>`
  yield element('Id', `${statement.account.number}-${statement.month}`, MAX.id) + created
  yield periodOf(statement, issued) + (issued.staffCopy ? element('CpyDplctInd', 'COPY') : '')
  yield `\n${accountOf(statement, institution)}\n${balancesOf(statement, issued)}`
  yield `\n${summaryOf(statement)}`
  for await (const line of statement.lines()) yield `\n${entryOf(line, statement)}`
  yield '\n</Stmt></BkToCstmrStmt></Document>\n'
}

/** To the last moment of the month, which the schema's period includes; to the time of issue while the month is not final. */
function periodOf({ month, zone, final }: Statement, { issuedAt }: IssueDetails): string {
  const from = startOfMonth(month, zone).getTime()
  const end = startOfMonth(monthAfter(month), zone).getTime() - 1
  const to = final ? end : Math.max(from, Math.min(issuedAt.getTime(), end))
  return group('FrToDt', element('FrDtTm', new Date(from).toISOString()), element('ToDtTm', new Date(to).toISOString()))
}

const accountOf = ({ account, holder }: Statement, institution: Institution): string =>
  group(
    'Acct',
    accountIdOf(account.number, ''),
    group('Tp', element('Cd', account.kind === 'main' ? 'CACC' : 'SVGS')),
    element('Ccy', bankCurrency().code),
    element('Nm', account.name, MAX.accountName),
    group('Ownr', element('Nm', holder.name, MAX.name)),
    group('Svcr', group('FinInstnId', element('Nm', institution.legalName || institution.name, MAX.name))),
  )

const balancesOf = (statement: Statement, { issuedAt }: IssueDetails): string =>
  // A month that is not over has no closing balance yet, but an interim one.
  balanceOf('OPBD', statement.openingCents, firstDayOf(statement.month)) +
  balanceOf(statement.final ? 'CLBD' : 'ITBD', statement.closingCents, balanceDayOf(statement, issuedAt))

const balanceOf = (type: string, cents: bigint, day: string): string =>
  group(
    'Bal',
    group('Tp', group('CdOrPrtry', element('Cd', type))),
    amountOf(cents),
    element('CdtDbtInd', sideOf(cents)),
    group('Dt', element('Dt', day)),
  )

const summaryOf = ({ count, creditsCents, debitsCents }: Statement): string =>
  group(
    'TxsSummry',
    group(
      'TtlNtries',
      element('NbOfNtries', String(count)),
      element('Sum', toDecimalText(creditsCents + debitsCents)),
      group(
        'TtlNetNtry',
        element('Amt', toDecimalText(absolute(creditsCents - debitsCents))),
        element('CdtDbtInd', sideOf(creditsCents - debitsCents)),
      ),
    ),
    group('TtlCdtNtries', element('Sum', toDecimalText(creditsCents))),
    group('TtlDbtNtries', element('Sum', toDecimalText(debitsCents))),
  )

const entryOf = (line: StatementLine, statement: Statement): string =>
  group(
    'Ntry',
    element('NtryRef', String(line.number), MAX.id),
    amountOf(line.amountCents),
    element('CdtDbtInd', sideOf(line.amountCents)),
    line.isReversal ? element('RvslInd', 'true') : '',
    group('Sts', element('Cd', 'BOOK')),
    group('BookgDt', element('Dt', line.bookedOn)),
    group('ValDt', element('Dt', line.valueOn)),
    element('AcctSvcrRef', line.reference, MAX.id),
    codeOf(line),
    group('NtryDtls', group('TxDtls', detailsOf(line, statement))),
    element('AddtlNtryInf', describeLine(line, sourceTexts().t), MAX.text),
  )

const detailsOf = (line: StatementLine, { holder }: Statement): string =>
  group(
    'Refs',
    element('AcctSvcrRef', line.reference, MAX.id),
    element('EndToEndId', line.reference, MAX.id),
    element('TxId', line.transactionId.replaceAll('-', ''), MAX.id),
  ) +
  amountOf(line.amountCents) +
  element('CdtDbtInd', sideOf(line.amountCents)) +
  (line.counterparty ? partiesOf(line.counterparty, holder.name, line.amountCents > 0n) : '') +
  group('RmtInf', element('Ustrd', line.message, MAX.message))

function partiesOf(party: StatementParty, holder: string, received: boolean): string {
  const [debtor, creditor] = received ? [party.name, holder] : [holder, party.name]
  const role = received ? 'Dbtr' : 'Cdtr'
  const account = group(`${role}Acct`, accountIdOf(party.accountNumber, party.iban))
  const agent = group(
    `${role}Agt`,
    group('FinInstnId', bicOf(party.swiftCode), element('Nm', party.bankName, MAX.name)),
  )
  return (
    group(
      'RltdPties',
      personOf('Dbtr', debtor) + (received ? account : ''),
      personOf('Cdtr', creditor) + (received ? '' : account),
    ) + group('RltdAgts', agent)
  )
}

const personOf = (role: string, name: string): string => group(role, group('Pty', element('Nm', name, MAX.name)))

/** Typed by customers, so only what the schema takes is an IBAN or a BIC. */
const IBAN = /^[A-Z]{2}[0-9]{2}[A-Za-z0-9]{1,30}$/
const BIC = /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/

function accountIdOf(number: string, iban: string): string {
  const compact = compactNumber(iban)
  if (IBAN.test(compact)) return group('Id', element('IBAN', compact))
  return group('Id', group('Othr', element('Id', number || compact, MAX.account)))
}

const bicOf = (swiftCode: string): string => {
  const compact = compactNumber(swiftCode)
  return BIC.test(compact) ? element('BICFI', compact) : ''
}

/** Family and sub-family of ISO's bank transaction codes, for money received and paid. */
const CODES: Record<Method, { received: [string, string]; paid: [string, string] }> = {
  wire: { received: ['RCDT', 'DMCT'], paid: ['ICDT', 'DMCT'] },
  bank: { received: ['RCDT', 'DMCT'], paid: ['ICDT', 'DMCT'] },
  crypto: { received: ['MCOP', 'OTHR'], paid: ['MDOP', 'OTHR'] },
  internal: { received: ['RCDT', 'BOOK'], paid: ['ICDT', 'BOOK'] },
  adjustment: { received: ['MCOP', 'ADJT'], paid: ['MDOP', 'ADJT'] },
  move: { received: ['RCDT', 'BOOK'], paid: ['ICDT', 'BOOK'] },
}

function codeOf({ method, amountCents }: StatementLine): string {
  const [family, subFamily] = CODES[method][amountCents > 0n ? 'received' : 'paid']
  const familyCode = group('Fmly', element('Cd', family), element('SubFmlyCd', subFamily))
  return group('BkTxCd', group('Domn', element('Cd', 'PMNT'), familyCode))
}

const absolute = (cents: bigint): bigint => (cents < 0n ? -cents : cents)
const sideOf = (cents: bigint): string => (cents < 0n ? 'DBIT' : 'CRDT')
const amountOf = (cents: bigint): string => `<Amt Ccy="${bankCurrency().code}">${toDecimalText(absolute(cents))}</Amt>`
