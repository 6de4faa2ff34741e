import { limitConcurrency } from '../platform/runtime/limit-concurrency.ts'

const MAX_RENDERED_AT_ONCE = 4
const MAX_QUEUED_PER_PERSON = 20

/**
 * One limit for all kinds of documents, because they share the processor. People take turns, so that one who asks for a
 * hundred files delays only their own.
 */
export const runRendering = limitConcurrency(MAX_RENDERED_AT_ONCE, MAX_QUEUED_PER_PERSON)
