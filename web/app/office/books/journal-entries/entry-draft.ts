import { toAmount } from '#contract/money.ts'
import { parseAmountCents } from '../../../shared/ui/forms/parse-amount.ts'

/** A line of the form, with its amounts as they are typed. */
export type DraftLine = { key: number; account: string; debit: string; credit: string }

export const emptyLine = (key: number): DraftLine => ({ key, account: '', debit: '', credit: '' })

type Side = 'debit' | 'credit'

/** What is typed so far. Zero where it is no amount yet. */
export const centsOf = (line: DraftLine, side: Side): bigint =>
  line[side].trim() === '' ? 0n : (parseAmountCents(line[side]) ?? 0n)

export function sumsOf(lines: readonly DraftLine[]) {
  const sumOf = (side: Side) => lines.reduce((sum, line) => sum + centsOf(line, side), 0n)
  const [debitCents, creditCents] = [sumOf('debit'), sumOf('credit')]
  return { debitCents, creditCents, differenceCents: debitCents - creditCents }
}

export type LineProblem = 'account' | 'debit' | 'credit' | 'side'

/** What is wrong with a line; null: nothing. A line without anything is left out. */
export function problemOf(line: DraftLine): LineProblem | null {
  if (isEmpty(line)) return null
  for (const side of ['debit', 'credit'] as const)
    if (line[side].trim() !== '' && parseAmountCents(line[side]) === null) return side
  if ((line.debit.trim() === '') === (line.credit.trim() === '')) return 'side'
  return line.account === '' ? 'account' : null
}

export const isEmpty = ({ account, debit, credit }: DraftLine) => !account && !debit.trim() && !credit.trim()

/** As the call takes it. */
export const toLines = (lines: readonly DraftLine[]) =>
  lines
    .filter((line) => !isEmpty(line))
    .map((line) =>
      line.debit.trim() === ''
        ? { account: line.account, credit: toAmount(centsOf(line, 'credit')) }
        : { account: line.account, debit: toAmount(centsOf(line, 'debit')) },
    )
