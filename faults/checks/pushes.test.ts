import { expect, test } from 'vitest'
import type { Subscription } from '../push-service.ts'
import { checkPushes, type Pushes } from './pushes.ts'
import { recordHistory } from './recorded-history.ts'

const recorded = recordHistory()
const notification = (number: number, kind = 'deposit.approved', person_id = 'ada') => ({
  person_id,
  number,
  kind,
  created_at: new Date(),
})
const subscription = (given: Partial<Subscription>): Subscription => ({
  browser: {} as Subscription['browser'],
  personId: 'ada',
  deviceId: 'phone',
  addedAt: 1,
  state: 'live',
  addedAfter: 1,
  endedAt: 0,
  tags: [],
  mustBeRemoved: false,
  ...given,
})
const NOTIFICATIONS = [notification(1), notification(2), notification(3, 'deposit.submitted'), notification(4)]

type Facts = Partial<Pushes> & { expired?: number[]; travelled?: boolean }

function check(one: Partial<Subscription>, { expired = [], travelled = false, ...given }: Facts = {}): string[] {
  checkPushes(
    recorded.history,
    { waiting: 0, notifications: NOTIFICATIONS, devices: ['phone'], ...given },
    { subscriptions: [subscription(one)], errors: [] },
    { mayHaveExpired: (_, { number }) => expired.includes(number), hasTravelled: () => travelled },
  )
  return recorded.history.anomalies.map(({ description }) => description)
}
const approved = (...numbers: number[]) => numbers.map((number) => `deposit.approved.${number}`)

test('accepts what arrived, some of it twice, what a server in another time expired, and what came before the device', () => {
  expect(check({ tags: approved(2, 4, 2) })).toEqual([])
  expect(check({ tags: approved(1, 4) }, { expired: [2] })).toEqual([])
})

test('finds what never arrived, or still waits', () => {
  expect(check({ tags: approved(2) }, { waiting: 3 })).toEqual([
    '3 pushes were not sent',
    'deposit.approved.4 never reached the device phone',
  ])
})

test('finds a notification that was made after the log-out, but not one that was on its way', () => {
  expect(check({ state: 'logged out', endedAt: 2, tags: approved(1, 2) }, { devices: [] })).toEqual([])
  expect(check({ state: 'logged out', endedAt: 2, tags: approved(4) })).toEqual([
    'deposit.approved.4 reached phone after it was logged out',
  ])
})

test('finds a notification of another person', () => {
  const notifications = [notification(4), notification(5, 'pin.reset', 'ben')]
  expect(check({ tags: [...approved(4), 'pin.reset.5'] }, { notifications })).toEqual([
    'pin.reset.5 is no notification of ada, whose device got it',
  ])
})

test('a device that is gone is removed, and no other one, unless a server was in another time', () => {
  expect(check({ state: 'withdrawn', mustBeRemoved: true }, { devices: [] })).toEqual([])
  expect(check({}, { devices: [], travelled: true })).toEqual([])
  expect(check({ state: 'withdrawn', mustBeRemoved: true })).toEqual(['The device phone is gone, but not removed'])
  expect(check({}, { devices: [] })).toContain('The device phone was removed without a reason')
})
