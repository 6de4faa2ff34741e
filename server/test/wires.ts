import type { Bank, Person } from './bank.ts'
import { transferForm } from './money.ts'

/** Submits a transfer to another bank and has another member of staff approve it. */
export async function sendWire(bank: Bank, from: Person, form: Record<string, unknown> = {}): Promise<string> {
  const id = await submitWire(from, form)
  const teller = await bank.person({ role: 'Teller' })
  const response = await teller.call('POST', '/deposit/approve', { body: { transactionId: id } })
  if (response.json().status !== 'Completed') throw new Error(response.body)
  return id
}

export async function submitWire(from: Person, form: Record<string, unknown> = {}): Promise<string> {
  const response = await from.call('POST', '/transfer', { body: transferForm(form) })
  if (response.statusCode !== 201) throw new Error(response.body)
  return response.json()._id
}
