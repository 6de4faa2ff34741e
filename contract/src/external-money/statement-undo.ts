import { z } from 'zod'
import { proposal } from '../authority/proposals.ts'
import { endpoint } from '../endpoint.ts'
import { EXAMPLES } from '../examples.ts'
import { id } from '../fields.ts'
import { bankStatement } from './bank-statements.ts'

export const undoBankStatement = endpoint({
  method: 'POST',
  path: '/admin/bank-statements/:id/undo',
  policy: 'outside:manage',
  fresh: true,
  apiOnly: true,
  tag: 'Outside money',
  summary: 'Undo an import',
  description: `While none of its lines is booked. What was booked to suspense is booked back by the opposite movements; the lines are \`undone\`, and in no
list, balance or matching any more. The same file can be imported again, for another account, too. A number that was said with this
import is forgotten. Once a line was booked, and that was undone, a second member of staff has to confirm. Where a later import has lines
of these days in common, that one is undone first.`,
  params: z.strictObject({ id }),
  example: { params: { id: EXAMPLES.statement } },
  success: { status: 200, body: bankStatement },
  proposal,
  refusals: ['not_found', 'lines_booked', 'statement_shared', 'statement_undone', 'already_proposed'],
})
