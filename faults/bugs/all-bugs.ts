import { appointerForgotten } from './appointer-forgotten.ts'
import { approvalNotUsed } from './approval-not-used.ts'
import type { Bug } from './bug.ts'
import { closedAccountCredited } from './closed-account-credited.ts'
import { closedPeriodBooked } from './closed-period-booked.ts'
import { doubleCredit } from './double-credit.ts'
import { entryBookedTwice } from './entry-booked-twice.ts'
import { entryUnbalanced } from './entry-unbalanced.ts'
import { freezeReadFromCache } from './freeze-read-from-cache.ts'
import { halfMoved } from './half-moved.ts'
import { holdNotReleased } from './hold-not-released.ts'
import { keyOutsideTransaction } from './key-outside-transaction.ts'
import { lockRemoved } from './lock-removed.ts'
import { notedBeforeSent } from './noted-before-sent.ts'
import { paidTwice } from './paid-twice.ts'
import { pinCountedLate } from './pin-counted-late.ts'
import { pinCounterReset } from './pin-counter-reset.ts'
import { postedTwice } from './posted-twice.ts'
import { previewNotKept } from './preview-not-kept.ts'
import { pushCountedAsSent } from './push-counted-as-sent.ts'
import { refusedWithEffect } from './refused-with-effect.ts'
import { rejectedDocumentsAccepted } from './rejected-documents-accepted.ts'
import { rejectedProposalApplied } from './rejected-proposal-applied.ts'
import { requestPaidTwice } from './request-paid-twice.ts'
import { responseBeforeCommit } from './response-before-commit.ts'
import { returnedTwice } from './returned-twice.ts'
import { reversedTwice } from './reversed-twice.ts'
import { roundUpTwice } from './round-up-twice.ts'
import { scheduledPaymentRunsTwice } from './scheduled-payment-runs-twice.ts'
import { staleList } from './stale-list.ts'
import { statementEntryBookedTwice } from './statement-entry-booked-twice.ts'

export const BUGS = {
  'lock-removed': lockRemoved,
  'key-outside-transaction': keyOutsideTransaction,
  'hold-not-released': holdNotReleased,
  'pin-counted-late': pinCountedLate,
  'response-before-commit': responseBeforeCommit,
  'posted-twice': postedTwice,
  'refused-with-effect': refusedWithEffect,
  'pin-counter-reset': pinCounterReset,
  'stale-list': staleList,
  'approval-not-used': approvalNotUsed,
  'request-paid-twice': requestPaidTwice,
  'reversed-twice': reversedTwice,
  'returned-twice': returnedTwice,
  'paid-twice': paidTwice,
  'statement-entry-booked-twice': statementEntryBookedTwice,
  'double-credit': doubleCredit,
  'preview-not-kept': previewNotKept,
  'freeze-read-from-cache': freezeReadFromCache,
  'closed-account-credited': closedAccountCredited,
  'closed-period-booked': closedPeriodBooked,
  'rejected-proposal-applied': rejectedProposalApplied,
  'appointer-forgotten': appointerForgotten,
  'rejected-documents-accepted': rejectedDocumentsAccepted,
  'entry-unbalanced': entryUnbalanced,
  'entry-booked-twice': entryBookedTwice,
  'half-moved': halfMoved,
  'round-up-twice': roundUpTwice,
  'scheduled-payment-runs-twice': scheduledPaymentRunsTwice,
  'noted-before-sent': notedBeforeSent,
  'push-counted-as-sent': pushCountedAsSent,
} satisfies Record<string, Bug>
export type BugName = keyof typeof BUGS

/**
 * Planted at once, because starting a bank takes longer than catching a bug: different checkers catch them, or the same one says
 * something different about each. `--only` plants one bug alone.
 */
export const BUG_GROUPS: readonly (readonly BugName[])[] = [
  [
    'hold-not-released',
    'pin-counted-late',
    'refused-with-effect',
    'stale-list',
    'approval-not-used',
    'appointer-forgotten',
    'rejected-documents-accepted',
    'half-moved',
    'paid-twice',
    'double-credit',
    'preview-not-kept',
    'request-paid-twice',
  ],
  [
    'posted-twice',
    'pin-counter-reset',
    'reversed-twice',
    'returned-twice',
    'statement-entry-booked-twice',
    'freeze-read-from-cache',
    'closed-account-credited',
    'closed-period-booked',
    'rejected-proposal-applied',
    'entry-unbalanced',
    'entry-booked-twice',
  ],
  // A fault exposes each of these.
  ['lock-removed'],
  ['key-outside-transaction'],
  ['response-before-commit'],
  ['scheduled-payment-runs-twice'],
  ['round-up-twice'],
  ['noted-before-sent', 'push-counted-as-sent'],
]
