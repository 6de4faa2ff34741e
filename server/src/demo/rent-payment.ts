import { v7 } from 'uuid'
import { dayOf } from '#contract/bank-day.ts'
import { sampleCents } from '#contract/money.ts'
import { mainAccountId } from '../ledger/account.ts'
import type { ScheduledPayment } from '../ledger/scheduled-payment.ts'
import { CUSTOMER, LANDLORD, RENT_CENTS } from './customer-history.ts'
import { DAY_MS } from './movements.ts'
import type { PeopleByEmail } from './to-commands.ts'

const SCHEDULED_DAYS_AGO = 3

/** The first of the next month, in the bank's time zone. */
export function firstOfNextMonth(now: Date, zone: string): string {
  const [year = 0, month = 0] = dayOf(now, zone).split('-').map(Number)
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10)
}

/** The customer's rent is paid by itself from the next month on. */
export function rentPayment(peopleByEmail: PeopleByEmail, now: Date, zone: string): ScheduledPayment {
  const [customer, landlord] = [peopleByEmail.get(CUSTOMER), peopleByEmail.get(LANDLORD)]
  if (!customer || !landlord) throw new Error('The demo has no tenant or no landlord')
  const createdAt = new Date(now.getTime() - SCHEDULED_DAYS_AGO * DAY_MS)
  const startOn = firstOfNextMonth(now, zone)
  return {
    id: v7({ msecs: createdAt.getTime() }),
    personId: customer.id,
    accountId: mainAccountId(customer.id),
    name: 'Rent',
    amountCents: sampleCents(RENT_CENTS),
    counterparty: {
      name: landlord.fullName,
      accountNumber: landlord.accountNumber,
      bankName: 'Fable Bank',
      iban: '',
      swiftCode: '',
    },
    schedule: { startOn, every: 'month', until: null },
    status: 'active',
    nextOn: startOn,
    authorisationId: null,
    deviceSince: null,
    endReason: null,
    endedAt: null,
    createdAt,
    deletedAt: null,
  }
}
