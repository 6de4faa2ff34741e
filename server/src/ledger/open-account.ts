import { randomInt } from 'node:crypto'
import type { Tx } from '../db/connection.ts'

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

/** Opens the account of a person inserted in the same transaction. Retries when the number is taken. */
export async function openAccount(tx: Tx, personId: string): Promise<string> {
  for (;;) {
    const number = newAccountNumber()
    const [opened] = await tx`
      insert into accounts (id, number) values (${personId}, ${number}) on conflict (number) do nothing returning id`
    if (opened) return number
  }
}
