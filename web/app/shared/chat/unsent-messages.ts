import { useQuery } from '@tanstack/react-query'
import { v7 as newId } from 'uuid'
import type { TransactionCard } from '#contract/ledger/transaction.ts'
import type { SupportMessage } from '#contract/notifications/messages.ts'
import type { sendMessage } from '#contract/office/support.ts'
import { type Text, verbatim } from '#contract/text.ts'
import { errorMessage } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { queryClient } from '../api/query-client.ts'
import { addToThread, SUPPORT, type ThreadOwner } from './thread-query.ts'

export type Draft = { message: Text; attachment?: SupportMessage['attachment']; transaction?: TransactionCard | null }
/** A message that the server has not confirmed yet. `error` is set when sending failed. */
export type UnsentMessage = Draft & { _id: string; createdAt: string; error: Text | null }

const unsentKey = (owner: ThreadOwner) => [SUPPORT, 'unsent', owner ?? 'own'] as const
const updateUnsent = (owner: ThreadOwner, update: (messages: UnsentMessage[]) => UnsentMessage[]) =>
  queryClient.setQueryData<UnsentMessage[]>(unsentKey(owner), (messages = []) => update(messages))

/** Kept in the query cache, so that a failed message survives visiting another page. */
export function useUnsentMessages(owner: ThreadOwner): UnsentMessage[] {
  const { data } = useQuery<UnsentMessage[]>({
    queryKey: unsentKey(owner),
    queryFn: () => queryClient.getQueryData<UnsentMessage[]>(unsentKey(owner)) ?? [],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
  return data ?? []
}

export function send(owner: ThreadOwner, draft: Draft) {
  const message = verbatim(draft.message.trim())
  if (message === '') return
  const unsent: UnsentMessage = { ...draft, message, _id: newId(), createdAt: new Date().toISOString(), error: null }
  updateUnsent(owner, (messages) => [...messages, unsent])
  void deliver(owner, unsent)
}

/** Sends under the same id, so that a message the server already has is not duplicated. */
export function resend(owner: ThreadOwner, unsent: UnsentMessage) {
  setError(owner, unsent._id, null)
  void deliver(owner, unsent)
}

export const removeUnsent = (owner: ThreadOwner, { _id }: Pick<UnsentMessage, '_id'>) =>
  updateUnsent(owner, (messages) => messages.filter((message) => message._id !== _id))

const setError = (owner: ThreadOwner, id: string, error: Text | null) =>
  updateUnsent(owner, (messages) => messages.map((message) => (message._id === id ? { ...message, error } : message)))

async function deliver(owner: ThreadOwner, unsent: UnsentMessage) {
  const { _id, message, attachment, transaction } = unsent
  try {
    const sent = await call<typeof sendMessage>('POST', '/suport/send', {
      body: {
        receiver: owner ?? 'Admin',
        message,
        isAdmin: owner !== null,
        _id,
        ...(attachment ? { attachment: attachment.imageUrl } : {}),
        ...(transaction ? { transactionId: transaction._id } : {}),
      },
    })
    await addToThread(owner, sent)
    removeUnsent(owner, unsent)
    void queryClient.invalidateQueries({ queryKey: [SUPPORT, 'conversations'] })
  } catch (error) {
    console.error('Failed to send message')
    setError(owner, _id, errorMessage(error))
  }
}
