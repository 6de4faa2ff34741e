import { bankCurrency } from '#contract/money.ts'
import { mt940, statementForm } from '../../server/test/statement-files.ts'
import type { Good } from './good-body.ts'
import type { AttackTarget, Person } from './target.ts'

const NUMBER = '9900112233'
const FINGERPRINT = 'ab'.repeat(32)
const ENTRIES = '/admin/bank-statements/lines'

/** Calls about external money, each with an entry, run or account of its own in its path. `wire` makes a transfer that a run can pay. */
export async function externalMoneyBodies(
  target: AttackTarget,
  { admin: by, customer, wire }: { admin: Person; customer: Person; wire: () => Promise<unknown> },
): Promise<Record<string, Omit<Good, 'proven'>>> {
  const currency = bankCurrency().code
  const call = async (method: string, path: string, body?: object) => {
    const response = await target.client.call(by.token, method, path, body)
    if (response.status >= 300) throw new Error(`${method} ${path}: ${response.status} ${response.text}`)
    return response.json()
  }
  const account = (await call('POST', '/admin/outside-accounts', {
    name: 'Outside',
    number: NUMBER,
    currency,
  })) as Found
  const [matched, ignored, undone, returned] = await importEntries(target, by, currency)
  await wire()
  const run = (await call('POST', '/admin/payment-runs', {})) as Found
  await wire()
  const mapping = { delimiter: ';', skipRows: 1, dateOrder: 'dmy', decimal: ',', bookedOn: 0, amount: 2, text: [1] }
  const mappingPath = `/admin/outside-accounts/${account._id}/csv-mappings/${FINGERPRINT}`
  return {
    'POST /admin/outside-accounts': { by, body: { name: 'Another', number: `${NUMBER}1`, currency } },
    'PUT /admin/outside-accounts/:id/csv-mappings/:fingerprint': {
      by,
      path: mappingPath,
      body: { mapping, columns: ['Date', 'Text', 'Amount'] },
    },
    [`POST ${ENTRIES}/:id/match`]: { by, path: `${ENTRIES}/${matched}/match`, body: { userId: customer.id } },
    [`POST ${ENTRIES}/:id/ignore`]: { by, path: `${ENTRIES}/${ignored}/ignore`, body: { reason: 'Fee' } },
    [`POST ${ENTRIES}/:id/undo`]: { by, path: `${ENTRIES}/${undone}/undo`, body: undefined },
    [`POST ${ENTRIES}/:id/return`]: { by, path: `${ENTRIES}/${returned}/return`, body: { reason: 'Unknown' } },
    'POST /admin/payment-runs': { by, body: { outsideAccountId: account._id } },
    'POST /admin/payment-runs/:id/sent': { by, path: `/admin/payment-runs/${run._id}/sent`, body: undefined },
  }
}

type Found = { _id: string }

/** Unmatched credits, one for each act. */
async function importEntries({ client }: AttackTarget, by: Person, currency: string): Promise<string[]> {
  const entries = [1, 2, 3, 4].map((cents) => ({ on: '2026-01-05', cents, text: 'x', reference: `ABUSE${cents}` }))
  const { headers, body } = statementForm(mt940({ account: NUMBER, openingCents: 0, entries }, currency))
  const authorization = `Bearer ${by.token}`
  const path = '/api/admin/bank-statements'
  const response = await client.send({ method: 'POST', path, headers: { ...headers, authorization }, body })
  if (response.status !== 201) throw new Error(`The statement was not imported: ${response.text}`)
  const listed = await client.call(by.token, 'GET', `${ENTRIES}?state=unmatched`)
  return (listed.json() as Found[]).map(({ _id }) => _id)
}
