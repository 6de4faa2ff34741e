import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'
import { LOCALES, SOURCE_LOCALE } from '../../contract/src/locales.ts'

/**
 * '/about' and '/de/about'. Optional segments of fixed words: a parameter would take any unknown address for a page. One
 * route, because a copy per language would make the list of routes larger, which every page loads.
 */
export const LANGUAGE_PREFIX = LOCALES.filter((locale) => locale !== SOURCE_LOCALE)
  .map((locale) => `${locale}?`)
  .join('/')

/** All pages. The server knows the same paths from the contract's pages.ts; a test compares the two. */
export default [
  route(LANGUAGE_PREFIX, 'locale-route.tsx', [
    layout('site/site-layout.tsx', [
      index('site/landing/landing-page.tsx'),
      route('about', 'site/about/about-page.tsx'),
      route('services', 'site/services/services-page.tsx'),
      route('contact', 'site/contact/contact-page.tsx'),
      route('verify', 'site/verify/verify-page.tsx'),
      route('*', 'site/not-found-page.tsx'),
    ]),
    layout('auth/auth-layout.tsx', [
      route('login', 'auth/auth-page.tsx', { id: 'login' }),
      route('auth', 'auth/auth-page.tsx', { id: 'auth' }),
      route('reset-password', 'auth/reset-password-page.tsx'),
      route('secure-account', 'auth/secure-account-page.tsx'),
      route('confirm-email', 'auth/confirm-email-page.tsx'),
      route('undo-email', 'auth/undo-email-page.tsx'),
    ]),
  ]),
  layout('auth/auth-layout.tsx', { id: 'demo' }, [
    route('demo/mail', 'auth/demo-mail-page.tsx'),
    route('pay/:code', 'bank/pay-requests/pay-page.tsx'),
  ]),
  route('home', 'auth/home-page.tsx'),
  route('code', 'bank/pin/create-pin-page.tsx'),
  route('dashboard', 'bank/bank-layout.tsx', [
    layout('office/admin-home/admin-home-route.tsx', [index('bank/overview/overview-page.tsx')]),
    route('transactions', 'bank/transactions/transactions-page.tsx'),
    route('budgets', 'bank/budgets/budgets-page.tsx'),
    route('statements', 'bank/statements/statements-page.tsx'),
    route('statements/:month', 'bank/statements/statement-page.tsx'),
    route('send', 'bank/send/send-page.tsx'),
    route('transfer', 'bank/transfer/transfer-page.tsx'),
    route('request', 'bank/pay-requests/request-page.tsx'),
    route('orders', 'bank/scheduled-payments/scheduled-payments-page.tsx'),
    route('payees', 'bank/payees/payees-page.tsx'),
    route('deposit', 'bank/deposit/deposit-page.tsx'),
    route('settings/:page?', 'bank/settings/settings-page.tsx'),
    route('security', 'bank/security/security-page.tsx'),
    route('pin', 'bank/pin/pin-page.tsx'),
    route('api-keys', 'bank/api-keys/api-keys-page.tsx'),
    route('verification', 'bank/verification/verification-page.tsx'),
    route('check', 'bank/check/check-page.tsx'),
    route('access-log', 'bank/access-log/access-log-page.tsx'),
    route('users', 'bank/users-redirect.tsx'),
    layout('office/layout/office-route.tsx', [
      route('user', 'office/users/list/users-route.tsx'),
      route('user/:id', 'office/users/person/person-route.tsx'),
      route('verifications', 'office/verifications/verifications-route.tsx'),
      route('verifications/:id', 'office/verifications/review-route.tsx'),
      route('all-transactions', 'office/transactions/list/transactions-route.tsx'),
      route('proposals', 'office/proposals/proposals-route.tsx'),
      route('staff', 'office/staff/staff-route.tsx'),
      route('outside', 'office/external-money/layout/external-money-route.tsx', [
        index('office/external-money/reconciliation/reconciliation-route.tsx'),
        route('lines', 'office/external-money/entries/entries-route.tsx'),
        route('statements', 'office/external-money/statements/statements-route.tsx'),
        route('payment-runs', 'office/external-money/payment-runs/payment-runs-route.tsx'),
        route('payment-runs/:id', 'office/external-money/payment-runs/payment-run-route.tsx'),
        route('reports', 'office/books/reports/reports-route.tsx'),
        route('closings', 'office/books/closings/closings-route.tsx'),
      ]),
      route('books/chart', 'office/books/chart/chart-route.tsx'),
      route('books/entries', 'office/books/journal-entries/journal-entries-route.tsx'),
      route('books/entries/new', 'office/books/journal-entries/new-entry-route.tsx'),
      route('books/entries/:id', 'office/books/journal-entries/journal-entry-route.tsx'),
      route('admin-settings', 'office/settings/settings-route.tsx'),
      route('admin-settings/webhooks', 'office/webhooks/webhooks-route.tsx'),
      route('admin-settings/webhooks/:id', 'office/webhooks/webhook-route.tsx'),
      route('audit', 'office/audit/audit-route.tsx'),
    ]),
    route('support', 'office/support/support-route.tsx'),
    route('support-user', 'bank/support/support-page.tsx'),
  ]),
] satisfies RouteConfig
