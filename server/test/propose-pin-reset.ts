import { Proposed } from '../src/http/route.ts'
import { resetPin } from '../src/office/administration/reset-pin.ts'
import { readConfig } from '../src/platform/config/config.ts'
import type { TestBank } from './example-requests.ts'

/** A proposal by a teller of their own, as if the bank had four eyes on. Returns its id. */
export async function proposePinReset(bank: TestBank): Promise<string> {
  const [teller, customer] = [await bank.person({ role: 'Teller' }), await bank.person()]
  const config = { ...readConfig({}), fourEyesAboveCents: 0n }
  const staff = { actorId: teller.id, at: bank.now(), requestId: 'test' }
  const made = await resetPin({ sql: bank.sql, config }, staff, customer.id)
  if (!(made instanceof Proposed)) throw new Error('Nothing was proposed')
  return made.proposal._id
}
