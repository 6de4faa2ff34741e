import { useQuery } from '@tanstack/react-query'
import { v7 as newId } from 'uuid'
import type { SupportMessage, sendMessage, TransactionCard } from '#contract/support.ts'
import { errorMessage } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { queryClient } from '../api/query-client.ts'
import { addToThread, SUPPORT, type ThreadOf } from './thread-query.ts'

export type Draft = { message: string; attachment?: SupportMessage['attachment']; transaction?: TransactionCard | null }
/** What was written here and is not known to have arrived. */
export type Unsent = Draft & { _id: string; createdAt: string; failed: string | null }

const key = (of: ThreadOf) => [SUPPORT, 'unsent', of ?? 'own'] as const
const change = (of: ThreadOf, next: (unsent: Unsent[]) => Unsent[]) =>
  queryClient.setQueryData<Unsent[]>(key(of), (unsent = []) => next(unsent))

/** Kept for as long as the page lives: whoever looks something up meanwhile finds it again. */
export function useUnsent(of: ThreadOf): Unsent[] {
  const { data } = useQuery<Unsent[]>({
    queryKey: key(of),
    queryFn: () => queryClient.getQueryData<Unsent[]>(key(of)) ?? [],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
  return data ?? []
}

export function send(of: ThreadOf, draft: Draft) {
  const message = draft.message.trim()
  if (message === '') return
  const unsent: Unsent = { ...draft, message, _id: newId(), createdAt: new Date().toISOString(), failed: null }
  change(of, (others) => [...others, unsent])
  void deliver(of, unsent)
}

/** Under the same id, so that a message which had arrived after all is not said twice. */
export function sendAgain(of: ThreadOf, unsent: Unsent) {
  change(of, (all) => all.map((one) => (one._id === unsent._id ? { ...one, failed: null } : one)))
  void deliver(of, unsent)
}

export const giveUp = (of: ThreadOf, { _id }: Pick<Unsent, '_id'>) =>
  change(of, (all) => all.filter((one) => one._id !== _id))

async function deliver(of: ThreadOf, unsent: Unsent) {
  const { _id, message, attachment, transaction } = unsent
  try {
    const sent = await call<typeof sendMessage>('POST', '/suport/send', {
      body: {
        receiver: of ?? 'Admin',
        message,
        isAdmin: of !== null,
        _id,
        ...(attachment ? { attachment: attachment.imageUrl } : {}),
        ...(transaction ? { transactionId: transaction._id } : {}),
      },
    })
    addToThread(of, sent)
    giveUp(of, unsent)
    void queryClient.invalidateQueries({ queryKey: [SUPPORT, 'conversations'] })
  } catch (error) {
    console.error('Failed to send message')
    change(of, (all) => all.map((one) => (one._id === _id ? { ...one, failed: errorMessage(error) } : one)))
  }
}
