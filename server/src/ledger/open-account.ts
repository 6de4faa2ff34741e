import { randomInt } from 'node:crypto'
import type { Tx } from '../platform/db/connection.ts'
import { newIdAt } from '../platform/runtime/new-id-at.ts'
import { mainAccountId } from './account.ts'

/** Nine random digits and a Luhn check digit, which catches most typing mistakes. */
export function newAccountNumber(): string {
  const digits = String(randomInt(100_000_000, 1_000_000_000))
  return digits + checkDigit(digits)
}

export function checkDigit(digits: string): string {
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i])
    const doubled = i % 2 === 0 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return String((10 - (sum % 10)) % 10)
}

type NewAccount = {
  id: string
  ownerId: string
  kind: 'main' | 'savings'
  name: string
  goalCents: bigint | null
  at: Date
}

/** The row that stands for a member of staff without an account, inserted in the same transaction. */
export async function openStaffRow(tx: Tx, ownerId: string, at: Date): Promise<void> {
  await tx`
    insert into accounts (id, owner_id, kind, number, opened_at) values (${mainAccountId(ownerId)}, ${ownerId}, 'staff', null, ${at})`
}

/** Opens the main account of a person inserted in the same transaction. */
export const openMainAccount = (tx: Tx, ownerId: string, at: Date) =>
  openAccount(tx, { id: mainAccountId(ownerId), ownerId, kind: 'main', name: '', goalCents: null, at })

/** The caller holds the person's lock. */
export const openSavingsAccount = (tx: Tx, ownerId: string, name: string, goalCents: bigint | null, at: Date) =>
  openAccount(tx, { id: newIdAt(at), ownerId, kind: 'savings', name, goalCents, at })

/** Retries when the number is taken, also by a closed account. */
async function openAccount(tx: Tx, { id, ownerId, kind, name, goalCents, at }: NewAccount): Promise<string> {
  for (;;) {
    const [opened] = await tx`
      insert into accounts (id, owner_id, kind, name, goal, opened_at, number)
      values (${id}, ${ownerId}, ${kind}, ${name}, ${goalCents}, ${at}, ${newAccountNumber()})
      on conflict (number) do nothing returning id`
    if (opened) return id
  }
}

/** The caller holds the person's lock. */
export async function describeAccount(tx: Tx, id: string, name: string, goalCents: bigint | null): Promise<void> {
  await tx`update accounts set name = ${name}, goal = ${goalCents} where id = ${id}`
}
