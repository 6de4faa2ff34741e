import { EVERY_FIVE_SECONDS } from '../platform/jobs/intervals.ts'
import type { Job } from '../platform/jobs/run-jobs.ts'
import { type ClosingDocumentDeps, makeClosingDocuments } from './closings/closing-documents.ts'

export const bookJobs = (deps: ClosingDocumentDeps): Job[] => [
  {
    name: 'make documents of closings',
    ...EVERY_FIVE_SECONDS,
    run: async () => void (await makeClosingDocuments(deps)),
  },
]
