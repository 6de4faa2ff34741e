import { isOk, type Operation } from '../history.ts'
import type { Person } from '../people.ts'
import type { RetryingClient } from './retrying-client.ts'

type Clients = Record<'proposer' | 'confirmer' | 'third' | 'puppet', RetryingClient>
type Proposals = {
  appointee: Person
  /** Proposals that expire one after the other during the campaign. */
  expiring: readonly { id: string; subjectId: string }[]
}

/**
 * Proposes a staff role, which another administrator confirms while someone rejects it, and takes the role away again. Someone
 * whom the proposer appointed tries to confirm it first. A third administrator confirms the role that was given, at the same time as who
 * gave it tries to, and the one whom the proposer appointed.
 */
export async function runProposer(
  { proposer, confirmer, third, puppet }: Clients,
  { appointee, expiring }: Proposals,
): Promise<void> {
  const { random, context } = proposer
  while (context.running) {
    const proposed = await changeRole(proposer, 'propose', appointee)
    const [result] = proposed.results
    // A person is answered instead when a repeated request finds the role given.
    if (isOk(proposed) && result?.transactionId && result.state === null) {
      const proposal = { id: result.transactionId, subjectId: appointee.id }
      if (random.chance(0.4)) await decide(puppet, 'confirm', proposal)
      const rejecter = random.chance(0.5) ? proposer : confirmer
      await Promise.all([
        ...(random.chance(0.7) ? [decide(confirmer, 'confirm', proposal)] : []),
        ...(random.chance(0.6) ? [decide(rejecter, 'reject', proposal)] : []),
      ])
    }
    const confirmers = [third, third, proposer, confirmer, puppet].filter(() => random.chance(0.5))
    await Promise.all(confirmers.map((client) => confirmRole(client, appointee)))
    await changeRole(proposer, 'demote', appointee)
    if (expiring.length > 0 && random.chance(0.3)) await decide(confirmer, 'confirm', random.pick(expiring))
    await proposer.think()
  }
}

function changeRole(client: RetryingClient, kind: 'propose' | 'demote', { id: personId }: Person): Promise<Operation> {
  return client.perform({ kind, personId, cents: 0 }, () => ({
    method: 'PATCH',
    path: '/admin/user',
    body: { userId: personId, updates: { role: kind === 'propose' ? 'Support' : 'User' } },
  }))
}

const confirmRole = (client: RetryingClient, { id: personId }: Person): Promise<Operation> =>
  client.perform({ kind: 'confirm role', personId, cents: 0 }, () => ({
    method: 'POST',
    path: `/admin/staff/${personId}/confirm-role`,
  }))

function decide(
  client: RetryingClient,
  kind: 'confirm' | 'reject',
  { id: subjectId, subjectId: personId }: { id: string; subjectId: string },
): Promise<Operation> {
  return client.perform({ kind, personId, cents: 0, subjectId }, ({ id }) => ({
    method: 'POST',
    path: `/admin/proposals/${subjectId}/${kind}`,
    ...(kind === 'reject' ? { body: { reason: id } } : {}),
  }))
}
