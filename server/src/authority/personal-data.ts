import { aboutTheBank, type PersonalData } from '../platform/personal-data/personal-data.ts'
import { deleteOfficeEventsBefore } from './office-events.ts'
import { redactProposals } from './proposals/redact-proposals.ts'

const DAY_MS = 86_400_000

export const authorityData = {
  proposals: {
    holds: 'actions that a second person confirms',
    kept: 'for good',
    why: 'accountability of staff',
    exported: { not: 'Work of staff: what two of them carried out is in the access log.' },
    erasure: {
      does: 'texts redacted at once',
      atOnce: (tx, { personId }) => redactProposals(tx, personId),
    },
    reading: 'details.viewed',
  },
  office_events: {
    holds: 'live updates for staff',
    kept: '',
    why: 'clients that were away longer reload',
    cleanUp: {
      job: 'delete old office events',
      lifetimeMs: 2 * DAY_MS,
      every: 'ten minutes',
      run: deleteOfficeEventsBefore,
    },
    exported: { not: 'Live updates for staff.' },
    erasure: {
      does: 'deleted at once',
      atOnce: (tx, { personId }) => tx`delete from office_events where person_id = ${personId}`,
    },
    reading: { unlogged: 'Ids only; what they point at is logged.' },
  },
  office_stream: aboutTheBank({ holds: 'number of the newest live update', kept: 'for good', why: 'needed to run' }),
} satisfies PersonalData
