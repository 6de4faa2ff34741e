import { finishErasures } from '../customers/erasure/finish-erasures.ts'
import type { Deps } from '../http/deps.ts'
import type { Job, JobLog } from '../platform/jobs/run-jobs.ts'
import type { CleanUp } from '../platform/personal-data/personal-data.ts'
import { PERSONAL_DATA } from './personal-data.ts'

type Cleaning = Pick<Job, 'name' | 'intervalMs' | 'firstRunAfterMs'> & { run: () => Promise<number> }

/** Jobs that delete what is no longer needed. Each returns how many rows it deleted, for the metrics. */
export function createCleanUp(
  { sql, now, log }: Pick<Deps, 'sql' | 'now'> & { log: JobLog },
  every: Record<CleanUp['every'], Pick<Job, 'intervalMs' | 'firstRunAfterMs'>>,
): Cleaning[] {
  const ofTables = Object.values(PERSONAL_DATA).flatMap(({ cleanUp }) =>
    cleanUp
      ? [
          {
            name: cleanUp.job,
            ...every[cleanUp.every],
            run: () => cleanUp.run(sql, new Date(now().getTime() - cleanUp.lifetimeMs)),
          },
        ]
      : [],
  )
  const onFailure = (personId: string, err: unknown) => log.error({ personId, err }, 'erasure failed')
  return [
    ...ofTables,
    {
      name: 'finish erasures',
      ...every.hour,
      run: () => finishErasures({ sql, personalData: PERSONAL_DATA }, now(), onFailure),
    },
  ]
}
