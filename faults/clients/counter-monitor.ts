import type { BankSystem } from '../system.ts'
import { DatabaseSampler, type Sample } from './database-sampler.ts'

type Row = { id: string; pin_attempts: number }

/** Counters of wrong PINs by person. */
export type CounterSample = Sample<{ attempts: Map<string, number> }>

export const monitorCounters = (system: BankSystem) =>
  new DatabaseSampler(system, {
    everyMs: 300,
    statement: (people) => `select id, pin_attempts from accounts where id = any('{${people.join(',')}}'::uuid[])`,
    read: (rows: readonly Row[]) => ({ attempts: new Map(rows.map((row) => [row.id, row.pin_attempts])) }),
  })
