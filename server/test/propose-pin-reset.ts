import type { Bank } from './bank.ts'

/** A proposal by a teller of their own, with four eyes on for this one call. Returns its id. */
export async function proposePinReset(bank: Bank): Promise<string> {
  const [teller, customer] = [await bank.person({ role: 'Teller' }), await bank.person()]
  const { fourEyesAboveCents } = bank.config
  Object.assign(bank.config, { fourEyesAboveCents: 0n })
  const response = await teller.call('POST', '/admin/reset-pin', { body: { userId: customer.id } })
  Object.assign(bank.config, { fourEyesAboveCents })
  return response.json()._id
}
