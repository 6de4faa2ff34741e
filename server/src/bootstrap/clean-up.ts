import { finishErasures } from '../customers/erasure/finish-erasures.ts'
import type { Deps } from '../http/deps.ts'
import { ago } from '../platform/db/ago.ts'
import { EVERY_TEN_MINUTES, HOURLY } from '../platform/jobs/intervals.ts'
import type { Job, JobLog } from '../platform/jobs/run-jobs.ts'
import { PERSONAL_DATA } from './personal-data.ts'

const INTERVALS = { 'ten minutes': EVERY_TEN_MINUTES, hour: HOURLY } as const

type CleanUpJob = Pick<Job, 'name' | 'intervalMs' | 'firstRunAfterMs'> & { run: () => Promise<number> }

/** Jobs that delete what is no longer needed, by the database's time. Each returns how many rows it deleted, for the metrics. */
export function createCleanUp({ sql, log }: Pick<Deps, 'sql'> & { log: JobLog }): CleanUpJob[] {
  const ofTables = Object.values(PERSONAL_DATA).flatMap(({ cleanUp }) =>
    cleanUp
      ? [
          {
            name: cleanUp.job,
            ...INTERVALS[cleanUp.every],
            run: () => cleanUp.run(sql, ago(sql, cleanUp.lifetimeMs)),
          },
        ]
      : [],
  )
  const onFailure = (personId: string, err: unknown) => log.error({ personId, err }, 'erasure failed')
  return [
    ...ofTables,
    {
      name: 'finish erasures',
      ...HOURLY,
      run: () => finishErasures({ sql, personalData: PERSONAL_DATA }, onFailure),
    },
  ]
}
