/** Pages load this file, so it has no schemas. */

/**
 * `waiting`: the customer's last message is unanswered, read or not. `open`: answered. `solved`: a member of staff has closed
 * it; the customer's next message reopens it.
 */
export const CONVERSATION_STATES = ['open', 'waiting', 'solved'] as const
export type ConversationState = (typeof CONVERSATION_STATES)[number]

/** Whose conversations a list shows. */
export const ASSIGNMENTS = ['mine', 'unassigned', 'all'] as const
export type Assignment = (typeof ASSIGNMENTS)[number]
