import { toAmount } from '#contract/money.ts'
import { createPayRequest, type PayRequest, readPayRequest } from '#contract/payments/pay-requests.ts'
import type { Deps } from '../../http/deps.ts'
import { type Route, route } from '../../http/route.ts'
import { mainAccountId } from '../../ledger/account.ts'
import type { Reader } from '../../platform/db/connection.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { decodePayRequest, encodePayRequest } from './pay-code.ts'

type PayDeps = Pick<Deps, 'sql' | 'keys' | 'config'>

export const payRequestRoutes = ({ sql, keys, config }: PayDeps): Route[] => [
  route(createPayRequest, async ({ session: { personId }, body }) => {
    const { accountId = mainAccountId(personId), ...content } = body
    const account = await findAccount(sql, accountId)
    if (account?.owner_id !== personId) throw new Refusal('not_found')
    if (account.closed) throw new Refusal('account_closed')
    return { code: encodePayRequest(keys.payRequests, { accountId, ...content }) }
  }),
  route(readPayRequest, async ({ session, params }): Promise<PayRequest> => {
    const content = decodePayRequest(keys.payRequests, params.code)
    const account = content && (await findAccount(sql, content.accountId))
    if (!account) throw new Refusal('pay_request_invalid')
    if (account.closed) throw new Refusal('receiver_closed')
    return {
      accountName: account.holder,
      accountNumber: account.number,
      bankName: config.institution.name,
      amount: content.amountCents === null ? null : toAmount(content.amountCents),
      reference: content.reference,
      own: account.owner_id === session.personId,
    }
  }),
]

type AccountRow = { number: string; holder: string; owner_id: string; closed: boolean }

/** The holder's present name and number: a code can't name anyone else. */
async function findAccount(sql: Reader, accountId: string): Promise<AccountRow | undefined> {
  const [row] = await sql<AccountRow[]>`
    select a.number, p.full_name as holder, a.owner_id, a.closed_at is not null as closed
    from accounts a join people p on p.id = a.owner_id where a.id = ${accountId}`
  return row
}
