import { aboutTheBank, type PersonalData } from './personal-data.ts'

export const platformData = {
  bank_facts: aboutTheBank({ holds: 'about the bank', kept: 'for good', why: 'needed to run' }),
  schema_migrations: aboutTheBank({ holds: 'applied migrations', kept: 'for good', why: 'needed to run' }),
  write_probes: aboutTheBank({ holds: 'servers that write', kept: 'minutes', why: 'readiness' }),
} satisfies PersonalData
