import { EXPORT_TEMPLATES } from '../documents/export/export-templates.ts'
import { API_KEY_TEMPLATES } from '../identity/api-keys/api-key-templates.ts'
import { confirmationLinks, EMAIL_TEMPLATES, undoLinks } from '../identity/email/email-templates.ts'
import { FACTOR_TEMPLATES } from '../identity/factors/factor-templates.ts'
import { PASSWORD_TEMPLATES, passwordLinks } from '../identity/password/password-templates.ts'
import { PIN_TEMPLATES, pinLinks } from '../identity/pin/pin-templates.ts'
import { SIGN_IN_TEMPLATES, secureLinks } from '../identity/sign-in/sign-in-templates.ts'
import { STANDING_TEMPLATES } from '../identity/standing/standing-templates.ts'
import { VERIFICATION_TEMPLATES } from '../identity/verification/verification-templates.ts'
import { PUSH_TEMPLATES } from '../notifications/push/push-templates.ts'
import type { MailTemplates } from '../notifications/template.ts'
import { WEBHOOK_TEMPLATES } from '../notifications/webhooks/webhook-templates.ts'
import { CODE_TEMPLATES } from '../office/administration/code-templates.ts'
import { STAFF_TEMPLATES } from '../office/staff/staff-templates.ts'
import { SUPPORT_TEMPLATES } from '../office/support/support-templates.ts'
import { BUDGET_TEMPLATES } from '../payments/budgets/budget-templates.ts'
import { LIMIT_TEMPLATES } from '../payments/limits/limit-templates.ts'
import { PAYEE_TEMPLATES } from '../payments/payees/payee-templates.ts'
import { SCHEDULED_PAYMENT_TEMPLATES } from '../payments/scheduled-payments/scheduled-payment-templates.ts'
import { TRANSACTION_TEMPLATES } from '../payments/transactions/transaction-templates.ts'

/** All emails of the bank. A new kind of notification does not compile before its domain has a template. */
export const MAIL_TEMPLATES: MailTemplates = {
  templates: {
    ...API_KEY_TEMPLATES,
    ...BUDGET_TEMPLATES,
    ...CODE_TEMPLATES,
    ...EMAIL_TEMPLATES,
    ...EXPORT_TEMPLATES,
    ...FACTOR_TEMPLATES,
    ...LIMIT_TEMPLATES,
    ...PASSWORD_TEMPLATES,
    ...PAYEE_TEMPLATES,
    ...PIN_TEMPLATES,
    ...PUSH_TEMPLATES,
    ...SCHEDULED_PAYMENT_TEMPLATES,
    ...SIGN_IN_TEMPLATES,
    ...STAFF_TEMPLATES,
    ...STANDING_TEMPLATES,
    ...SUPPORT_TEMPLATES,
    ...TRANSACTION_TEMPLATES,
    ...VERIFICATION_TEMPLATES,
    ...WEBHOOK_TEMPLATES,
  },
  links: [confirmationLinks, passwordLinks, pinLinks, secureLinks, undoLinks],
}
