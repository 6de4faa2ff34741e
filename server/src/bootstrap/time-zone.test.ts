import { expect, test } from 'vitest'
import { useBank } from '../../test/bank.ts'
import { fixTimeZone, readTimeZone } from './time-zone.ts'

const bank = useBank()

test('the first start fixes the time zone; a later start with another zone names the variable to change', async () => {
  expect(await readTimeZone(bank.sql)).toBe(null)
  await Promise.all([0, 1, 2].map(() => fixTimeZone(bank.sql, 'Europe/Zurich')))
  await fixTimeZone(bank.sql, 'Europe/Zurich')
  expect(await readTimeZone(bank.sql)).toBe('Europe/Zurich')
  await expect(fixTimeZone(bank.sql, 'UTC')).rejects.toThrow(
    `BANK_TIME_ZONE must stay Europe/Zurich, in which this bank's months were summed, got "UTC".`,
  )
  // As an earlier or a later ICU calls the same zone.
  await bank.owner`update bank_facts set value = 'Asia/Kolkata' where name = 'time_zone'`
  await fixTimeZone(bank.sql, 'Asia/Calcutta')
  await bank.owner`update bank_facts set value = 'Asia/Calcutta' where name = 'time_zone'`
  await fixTimeZone(bank.sql, 'Asia/Kolkata')
})
