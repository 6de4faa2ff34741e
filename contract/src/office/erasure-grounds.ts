/** Why a person is erased. Words and not free text, which could name the person again. Pages load this file. */
export const ERASURE_GROUNDS = ['requested', 'expired'] as const
export type ErasureGround = (typeof ERASURE_GROUNDS)[number]
