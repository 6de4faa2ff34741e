import type { Account } from '#contract/customers/accounts.ts'
import { isOk, type Operation } from '../history.ts'
import type { Person } from '../people.ts'
import { decideOne } from './administrator.ts'
import { receipt, sendTransfer } from './customer.ts'
import type { RetryingClient } from './retrying-client.ts'
import { adjust, changeStatus } from './staff-acts.ts'

type Clients = {
  staff: RetryingClient
  /** The newcomer's own device. */
  open: (person: Person) => RetryingClient
}

type Submission = { _id: string; documents: { imageUrl: string }[] }

/** From the first document to the closed account, one newcomer after the other: each step races with another one. */
export async function runNewcomers({ staff, open }: Clients, queue: Person[]): Promise<void> {
  for (let person = queue.shift(); person && staff.context.running; person = queue.shift()) {
    const own = open(person)
    if (!(await verify(staff, own, person))) return
    await freezeBetweenTransfers(staff, own, person)
    await close(staff, own, person)
    await staff.think()
  }
}

/** Until documents are approved. Often one decision approves and another one rejects at the same time. */
async function verify(staff: RetryingClient, own: RetryingClient, person: Person): Promise<boolean> {
  while (staff.context.running) {
    await submitDocument(own, person)
    const { body } = await staff.read<{ submissions: Submission[] }>(`/admin/verifications/${person.id}`)
    const { _id: submissionId = '', documents = [] } = body.submissions[0] ?? {}
    for (const { imageUrl } of documents) await staff.read(imageUrl.replace(/^\/api/, ''))
    const decisions = staff.random.chance(0.6) ? (['approve', 'reject'] as const) : (['reject'] as const)
    await Promise.all(decisions.map((decision) => decide(staff, person, submissionId, decision)))
    const { body: verification } = await own.read<{ state: string }>('/verification')
    if (verification.state === 'approved') return true
    await staff.think()
  }
  return false
}

async function submitDocument(own: RetryingClient, { id: personId }: Person): Promise<void> {
  const upload = await own.perform({ kind: 'document', personId, cents: 0 }, ({ id }) => ({
    method: 'POST',
    path: '/images',
    file: receipt(id, 200),
  }))
  const uploadId = upload.results[0]?.transactionId ?? ''
  await own.perform({ kind: 'submit documents', personId, cents: 0, subjectId: uploadId }, () => ({
    method: 'POST',
    path: '/verification',
    body: { documents: [{ kind: 'identity', imageUrl: `/api/images/${uploadId}` }] },
  }))
}

function decide(
  staff: RetryingClient,
  { id: personId }: Person,
  submissionId: string,
  decision: 'approve' | 'reject',
): Promise<Operation> {
  return staff.perform({ kind: `${decision} documents`, personId, cents: 0, subjectId: submissionId }, ({ id }) => ({
    method: 'POST',
    path: '/admin/verifications/decide',
    body: { userId: personId, decision, submissionId, ...(decision === 'reject' ? { reason: id } : {}) },
  }))
}

async function freezeBetweenTransfers(staff: RetryingClient, own: RetryingClient, person: Person): Promise<void> {
  await adjust(staff, 'fund', person, staff.random.between(20_00, 90_00))
  for (let times = 0; times < 3 && staff.context.running; times += 1) {
    const transfer = () => sendTransfer(own, person, staff.random.between(1_00, 3_00), null)
    const [frozen] = await Promise.all([changeStatus(staff, 'freeze', person), transfer()])
    const later = await transfer()
    // An earlier request to unfreeze whose response was lost may have been executed just now.
    if (isOk(frozen) && isOk(later) && wereSentOnce(staff, person))
      staff.context.history.report('standing', `${later.id} was accepted after the freeze ${frozen.id}`)
    await changeStatus(staff, 'unfreeze', person)
  }
}

const wereSentOnce = ({ context }: RetryingClient, { id }: Person) =>
  context.history.operations.every(
    ({ kind, personId, attempts }) => kind !== 'unfreeze' || personId !== id || attempts === 1,
  )

/** Incoming transfers are the senders'. */
async function declinePending(staff: RetryingClient, own: RetryingClient, { id: personId }: Person): Promise<void> {
  const { body } = await own.read<{ _id: string; status: string }[]>('/transactions?account=all&limit=50')
  const pending = body.filter(({ status }) => status === 'Pending')
  await Promise.all(pending.map(({ _id }) => decideOne(staff, { personId, transactionId: _id }, false)))
}

/** Empties both accounts while they are being closed, until that succeeds. Then nothing may reach it any more. */
async function close(staff: RetryingClient, own: RetryingClient, person: Person): Promise<void> {
  const { random, context } = staff
  for (let closed = false; !closed; ) {
    if (!context.running) return
    const { body } = await own.read<Account[]>('/accounts')
    const filled = body.filter(({ balance }) => balance > 0)
    const [attempt] = await Promise.all([
      changeStatus(staff, 'close', person),
      ...filled.map(({ _id, balance }) => adjust(staff, 'debit', person, Math.round(balance * 100), _id)),
      ...(random.chance(0.3) ? [sendTransfer(own, person, 1_00, null)] : []),
      ...(random.chance(0.1) ? [adjust(staff, 'fund', person, 1_00)] : []),
    ])
    closed = isOk(attempt)
    if (!closed) await declinePending(staff, own, person)
  }
  const later = await Promise.all([adjust(staff, 'fund', person, 1_00), sendTransfer(own, person, 1_00, null)])
  for (const operation of later)
    if (isOk(operation)) context.history.report('standing', `${operation.id} was accepted for a closed account`)
}
