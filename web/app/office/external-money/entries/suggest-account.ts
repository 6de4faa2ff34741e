import type { GlAccount } from '#contract/books/gl-accounts.ts'
import type { BankStatementEntry } from '#contract/external-money/bank-statements.ts'

/** Accounts that no booking by hand may use: customers' money, and where lines wait. */
const RESERVED = new Set(['2000', '2010', '2090', '2100'])

/** Words of banks on their statements, in the languages of the pages. */
const FEES =
  /\b(fee|charge|gebühr|entgelt|spesen|kontoführung|comisi[oó]n|gastos|frais|commission|tarifa|taxa)|رسوم|عمولة/i
const INTEREST = /\b(interest|zinsen|abschluss|inter[eé]s|int[eé]r[eê]ts?|juros)|فائدة|فوائد/i

type Account = Pick<GlAccount, 'code' | 'name' | 'closed'>
type Entry = Pick<BankStatementEntry, 'amount' | 'text' | 'counterpartyName' | 'account'>

/** Whether the entry can be booked to it. Its own account has its name. */
export const isOfChart = ({ code, name, closed }: Account, { account }: Pick<Entry, 'account'>): boolean =>
  !closed && !RESERVED.has(code) && name !== account.name

/** The account that the words of the entry speak of; a person decides. */
export function suggestAccount({ amount, text, counterpartyName }: Entry, accounts: readonly Account[]): string | null {
  const words = `${counterpartyName ?? ''} ${text}`
  const code = INTEREST.test(words) ? (amount > 0 ? '4000' : '5000') : FEES.test(words) && amount < 0 ? '5100' : null
  return accounts.find((account) => account.code === code)?.code ?? null
}
