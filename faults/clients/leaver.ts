import type { Leaver } from '../people.ts'
import { confirmEntry, proposeEntry } from './bookkeeper.ts'
import type { RetryingClient } from './retrying-client.ts'

type Staff = Record<'first' | 'second' | 'third', RetryingClient>
/** The member of staff with the session, and their program with the API key. */
type Access = { member: RetryingClient; program: RetryingClient }

/**
 * Members of staff who leave: two administrators end their access at the same time, while they propose something, and while another
 * administrator confirms what they proposed before. Afterwards they try again, as the customers that they still are.
 */
export async function runLeavers(
  { first, second, third }: Staff,
  open: (leaver: Leaver) => Access,
  leavers: readonly Leaver[],
): Promise<void> {
  for (const leaver of leavers) {
    for (let pauses = 0; pauses < 5; pauses += 1) await first.think()
    if (!first.context.running) return
    const { member, program } = open(leaver)
    const [proposalId] = [await proposeEntry(member, leaver.id), await proposeEntry(member, leaver.id)]
    await program.read('/admin/payment-runs?limit=1')
    await Promise.all([
      leave(first, leaver),
      leave(second, leaver),
      proposeEntry(member, leaver.id),
      ...(proposalId ? [confirmEntry(third, proposalId)] : []),
    ])
    await proposeEntry(member, leaver.id)
  }
}

const leave = (client: RetryingClient, { id: personId }: Leaver) =>
  client.perform({ kind: 'leave staff', personId, cents: 0 }, () => ({
    method: 'POST',
    path: `/admin/staff/${personId}/leave`,
  }))
