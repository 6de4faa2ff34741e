import {
  ASSIGNMENTS,
  type Assignment,
  CONVERSATION_STATES,
  type ConversationState,
} from '#contract/office/conversation-states.ts'

export type InboxFilters = { search: string; assigned: Assignment; state: ConversationState | null }

export const ALL_CONVERSATIONS: InboxFilters = { search: '', assigned: 'all', state: null }

/** The filters of the address; anything unknown in it counts as no filter. */
export const readFilters = (params: URLSearchParams): InboxFilters => ({
  search: params.get('search') ?? '',
  assigned: ASSIGNMENTS.find((assigned) => assigned === params.get('assigned')) ?? 'all',
  state: CONVERSATION_STATES.find((state) => state === params.get('state')) ?? null,
})

export const isFiltered = ({ search, assigned, state }: InboxFilters) =>
  search !== '' || assigned !== 'all' || state !== null
