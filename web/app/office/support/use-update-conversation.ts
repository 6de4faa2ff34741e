import { useMutation } from '@tanstack/react-query'
import type { RequestInput } from '#contract/endpoint.ts'
import type { updateConversation } from '#contract/office/conversations.ts'
import { call } from '../../shared/api/call.ts'
import { queryClient } from '../../shared/api/query-client.ts'
import { SUPPORT } from '../../shared/chat/thread-query.ts'
import { reloadBell } from '../../shared/live/bell-query.ts'
import { showError } from '../../shared/show-error.ts'
import { customerQuery } from './inbox-query.ts'

type Changes = NonNullable<RequestInput<typeof updateConversation>['body']>

/** Assigns, solves or reopens. After a conflict the conversation is loaded again and shows who has it now. */
export function useUpdateConversation(userId: string) {
  return useMutation({
    mutationFn: (body: Changes) =>
      call<typeof updateConversation>('PATCH', '/admin/conversations/:userId', { params: { userId }, body }),
    onSuccess: (conversation) =>
      queryClient.setQueryData(customerQuery(userId).queryKey, (customer) => customer && { ...customer, conversation }),
    onError: (error) => {
      showError(error)
      void queryClient.invalidateQueries({ queryKey: customerQuery(userId).queryKey })
    },
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: [SUPPORT, 'conversations'] })
      void reloadBell()
    },
  })
}
