import type { StatementLine as LineAnswer, Statement as StatementAnswer } from '#contract/documents/statements.ts'
import { bankCurrency, toAmount } from '#contract/money.ts'
import type { Institution } from '#contract/settings/institution.ts'
import { encode, type IssueDetails } from '../../platform/pdf/render.ts'
import { sourceTexts } from '../../platform/texts/texts.ts'
import { describeLine, type StatementLine } from '../statement-lines.ts'
import type { Statement, StatementTotals } from './statement.ts'
import { firstDayOf, lastDayOf } from './statement-months.ts'

export const toTotalsAnswer = (totals: StatementTotals) => ({
  month: totals.month,
  opening: toAmount(totals.openingCents),
  credits: toAmount(totals.creditsCents),
  debits: toAmount(totals.debitsCents),
  closing: toAmount(totals.closingCents),
  count: totals.count,
  final: totals.final,
})

/** The `Statement` of the contract, written line by line. */
export const renderJson =
  (institution: Institution) =>
  (statement: Statement, issued: IssueDetails): AsyncIterable<Uint8Array> =>
    encode(piecesOf(statement, issued, institution))

async function* piecesOf(statement: Statement, { staffCopy }: IssueDetails, { name, legalName, address }: Institution) {
  const { id, number, name: accountName, kind, openedAt } = statement.account
  const head: Omit<StatementAnswer, 'transactions'> = {
    ...(staffCopy ? { staffCopy } : {}),
    ...toTotalsAnswer(statement),
    from: firstDayOf(statement.month),
    to: lastDayOf(statement.month),
    currency: bankCurrency().code,
    account: { _id: id, number, name: accountName, kind, openedAt: openedAt.toISOString() },
    holder: { name: statement.holder.name, address: statement.holder.address },
    institution: { name, legalName, address },
  }
  yield `${JSON.stringify(head).slice(0, -1)},"transactions":[`
  let separator = ''
  for await (const line of statement.lines()) {
    yield separator + JSON.stringify(toLineAnswer(line))
    separator = ','
  }
  yield ']}'
}

function toLineAnswer(line: StatementLine): LineAnswer {
  const { bookedOn, valueOn, reference, message, counterparty: party } = line
  return {
    number: Number(line.number),
    transactionId: line.transactionId,
    bookedOn,
    valueOn,
    description: describeLine(line, sourceTexts().t),
    reference,
    ...(message ? { message } : {}),
    counterparty: party && {
      accountName: party.name,
      accountNumber: party.accountNumber,
      bankName: party.bankName,
      iban: party.iban,
      swiftCode: party.swiftCode,
    },
    amount: toAmount(line.amountCents),
    balance: toAmount(line.balanceAfterCents),
  }
}
