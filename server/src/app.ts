import fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { MAX_PAY_CODE_LENGTH } from '#contract/payments/pay-requests.ts'
import { ApiKeys } from './access/api-keys.ts'
import { Sessions } from './access/sessions.ts'
import type { ProposalHandlers } from './authority/proposal.ts'
import { proposalRoutes } from './authority/proposals/routes.ts'
import { chartRoutes } from './books/chart/routes.ts'
import { closingHandlers } from './books/closings/closing-handlers.ts'
import { closingRoutes } from './books/closings/routes.ts'
import { journalProposalHandlers } from './books/journal-entries/proposed-entry.ts'
import { journalEntryRoutes } from './books/journal-entries/routes.ts'
import { managementRoutes } from './books/reports/management-routes.ts'
import { reportRoutes } from './books/reports/routes.ts'
import { PERSONAL_DATA } from './bootstrap/personal-data.ts'
import { accountRoutes } from './customers/accounts/routes.ts'
import { pictureRoutes } from './customers/picture/routes.ts'
import { profileRoutes } from './customers/profile/routes.ts'
import { imageRoutes } from './customers/uploads/routes.ts'
import { demoRoutes } from './demo/routes.ts'
import { documentCheckRoutes } from './documents/checks/routes.ts'
import { exportRoutes } from './documents/export/routes.ts'
import { proofRoutes } from './documents/proof/routes.ts'
import { receiptRoutes } from './documents/receipts/routes.ts'
import { statementRoutes } from './documents/statements/routes.ts'
import { externalAccountRoutes } from './external-money/accounts/routes.ts'
import { paymentRunRoutes } from './external-money/payment-runs/routes.ts'
import { readUnexplained } from './external-money/reconciliation/read-reconciliation.ts'
import { reconciliationRoutes } from './external-money/reconciliation/routes.ts'
import { statementEntryRoutes } from './external-money/statement-entries/routes.ts'
import { statementImportRoutes } from './external-money/statement-import/routes.ts'
import { statementProposalHandlers } from './external-money/statement-import/undo-import.ts'
import type { Deps, GivenDeps } from './http/deps.ts'
import { logging, logRequests } from './http/observation/logging.ts'
import { createMetrics, type Metrics } from './http/observation/metrics.ts'
import { createRequestIds } from './http/observation/request-ids.ts'
import { registerStopping, type Shutdown } from './http/observation/stopping.ts'
import { registerOpenApi } from './http/openapi/openapi.ts'
import { operationRoutes } from './http/operation/routes.ts'
import { registerPages } from './http/pages/register-pages.ts'
import { AccessLog } from './http/requests/access-log.ts'
import { bindRoutes } from './http/requests/bind-routes.ts'
import { registerErrorMapping } from './http/requests/errors.ts'
import { registerHeaders } from './http/requests/headers.ts'
import { mayBeAbsent, parseJsonBody } from './http/requests/json-body.ts'
import { createRateLimits } from './http/requests/rate-limits.ts'
import { createRewrite } from './http/requests/unprefixed.ts'
import { unreadable } from './http/requests/unreadable.ts'
import { registerMethodNotAllowed } from './http/requests/wrong-methods.ts'
import type { Route } from './http/route.ts'
import { apiKeyRoutes } from './identity/api-keys/routes.ts'
import { deviceRoutes } from './identity/devices/routes.ts'
import { emailRoutes } from './identity/email/routes.ts'
import { factorRoutes } from './identity/factors/routes.ts'
import { passwordRoutes } from './identity/password/routes.ts'
import { personSessionRoutes } from './identity/person-sessions/routes.ts'
import { pinRoutes } from './identity/pin/routes.ts'
import { ownDetailsRoutes } from './identity/profile/routes.ts'
import { authRoutes } from './identity/sign-in/routes.ts'
import { verificationRoutes } from './identity/verification/routes.ts'
import { EventBroker } from './notifications/live/event-broker.ts'
import { eventRoutes } from './notifications/live/routes.ts'
import { announceMailChange } from './notifications/mail/announce-mail-change.ts'
import { testMailRoutes } from './notifications/mail/routes.ts'
import { pushRoutes } from './notifications/push/routes.ts'
import { webhookRoutes } from './notifications/webhooks/routes.ts'
import { accessLogRoutes } from './office/access-log/routes.ts'
import { personProposalHandlers } from './office/administration/person-handlers.ts'
import { administrationRoutes } from './office/administration/routes.ts'
import { auditRoutes } from './office/audit/routes.ts'
import { contactRoutes } from './office/contact/routes.ts'
import { erasureRoutes } from './office/erasure/routes.ts'
import { noteRoutes } from './office/notes/routes.ts'
import { overviewRoutes } from './office/overview/routes.ts'
import { peopleRoutes } from './office/people/routes.ts'
import { savedFilterRoutes } from './office/saved-filters/routes.ts'
import { searchRoutes } from './office/search/routes.ts'
import { staffRoutes } from './office/staff/routes.ts'
import { staffProposalHandlers } from './office/staff/staff-handlers.ts'
import { supportRoutes } from './office/support/routes.ts'
import { tagRoutes } from './office/tags/routes.ts'
import { adjustmentRoutes } from './payments/adjustments/routes.ts'
import { budgetRoutes } from './payments/budgets/routes.ts'
import { depositRoutes } from './payments/deposits/routes.ts'
import { limitRoutes } from './payments/limits/routes.ts'
import { monthRoutes } from './payments/months/routes.ts'
import { moveRoutes } from './payments/moves/routes.ts'
import { payPagePreview } from './payments/pay-requests/page-preview.ts'
import { payRequestRoutes } from './payments/pay-requests/routes.ts'
import { payeeRoutes } from './payments/payees/routes.ts'
import { reversalRoutes } from './payments/reversals/routes.ts'
import { savingsRuleRoutes } from './payments/savings-rules/routes.ts'
import { scheduledPaymentRoutes } from './payments/scheduled-payments/routes.ts'
import { spendingRoutes } from './payments/spending/routes.ts'
import { transactionRoutes } from './payments/transactions/routes.ts'
import { transferRoutes } from './payments/transfers/routes.ts'
import { createPasswords } from './platform/crypto/passwords.ts'
import { DatabaseMonitor } from './platform/db/database-monitor.ts'
import { institutionRoutes } from './settings/institution/routes.ts'
import { settingsRoutes } from './settings/routes.ts'
import { settingsProposalHandlers } from './settings/settings-handlers.ts'

const BODY_LIMIT_BYTES = 128 * 1024

/** The table of contents: every feature of the bank. */
function allRoutes(deps: Deps, sessions: Sessions, figures: Metrics, broker: EventBroker): Route[] {
  const passwords = createPasswords(deps.keys)
  return [
    ...operationRoutes(deps, figures),
    ...institutionRoutes(deps),
    ...authRoutes(deps, sessions, passwords),
    ...profileRoutes(deps),
    ...ownDetailsRoutes(deps),
    ...pinRoutes(deps),
    ...proofRoutes(deps),
    ...exportRoutes(deps),
    ...emailRoutes(deps, sessions),
    ...pictureRoutes(deps),
    ...monthRoutes(deps),
    ...spendingRoutes(deps),
    ...budgetRoutes(deps),
    ...statementRoutes(deps),
    ...receiptRoutes(deps),
    ...payeeRoutes(deps),
    ...payRequestRoutes(deps),
    ...deviceRoutes(deps, sessions),
    ...factorRoutes(deps, sessions),
    ...apiKeyRoutes(deps),
    ...passwordRoutes(deps, sessions, passwords),
    ...transactionRoutes(deps),
    ...accountRoutes(deps),
    ...moveRoutes(deps),
    ...savingsRuleRoutes(deps),
    ...depositRoutes(deps),
    ...transferRoutes(deps),
    ...scheduledPaymentRoutes(deps),
    ...limitRoutes(deps),
    ...adjustmentRoutes(deps),
    ...reconciliationRoutes(deps),
    ...reportRoutes(deps),
    ...managementRoutes(deps),
    ...closingRoutes({ ...deps, readUnexplained: unexplainedIn(deps) }),
    ...chartRoutes(deps),
    ...journalEntryRoutes(deps),
    ...reversalRoutes(deps),
    ...paymentRunRoutes(deps),
    ...externalAccountRoutes(deps),
    ...statementImportRoutes(deps),
    ...statementEntryRoutes(deps),
    ...administrationRoutes(deps, sessions),
    ...peopleRoutes(deps),
    ...staffRoutes(deps, sessions),
    ...proposalRoutes({ ...deps, sessions, handlers: proposalHandlers(deps) }),
    ...erasureRoutes(deps, sessions),
    ...settingsRoutes({ ...deps, announceMailChange: announceMailChange(deps) }),
    ...auditRoutes(deps),
    ...accessLogRoutes(deps),
    ...noteRoutes(deps),
    ...tagRoutes(deps),
    ...savedFilterRoutes(deps),
    ...searchRoutes(deps),
    ...overviewRoutes(deps),
    ...personSessionRoutes(deps, sessions),
    ...testMailRoutes(deps),
    ...webhookRoutes(deps),
    ...pushRoutes(deps),
    ...imageRoutes(deps),
    ...verificationRoutes(deps, sessions),
    ...supportRoutes(deps),
    ...contactRoutes(deps),
    ...eventRoutes(deps, broker),
    ...documentCheckRoutes(deps),
    ...demoRoutes(deps),
  ]
}

/** How each kind of proposal is carried out, by the domain that owns what it changes. */
const proposalHandlers = (deps: Deps): ProposalHandlers => ({
  ...personProposalHandlers(deps),
  ...staffProposalHandlers,
  ...settingsProposalHandlers,
  ...statementProposalHandlers,
  ...closingHandlers({ ...deps, zone: deps.ledger.zone, readUnexplained: unexplainedIn(deps) }),
  ...journalProposalHandlers(deps),
})

/** Books are closed in a domain below the one that reconciles them. */
const unexplainedIn =
  ({ sql, ledger: { zone } }: Deps) =>
  (at: Date) =>
    readUnexplained(sql, { at, zone })

export type BuiltApp = { app: FastifyInstance; routes: readonly Route[]; metrics: Metrics; stopping: Shutdown }

export async function buildApp(given: GivenDeps): Promise<BuiltApp> {
  const monitor = given.monitor ?? new DatabaseMonitor(given.sql)
  const deps: Deps = {
    ...given,
    monitor,
    accessLog: new AccessLog(given.sql, given.now),
    personalData: PERSONAL_DATA,
  }
  const lookupSql = deps.pools?.lookups ?? deps.sql
  const sessions = new Sessions(lookupSql, deps.now, deps.config)
  const metrics = createMetrics()
  const broker = new EventBroker({ sql: deps.sql, now: deps.now, log: () => app.log })
  metrics.addSources({
    sql: deps.sql,
    pools: deps.pools ?? { requests: deps.sql },
    ledger: () => deps.ledger.use?.() ?? null,
    streams: () => broker.size,
    secondsSinceWrite: () => monitor.secondsSinceWrite,
    clockSkewSeconds: () => monitor.clock.skewMs / 1000,
    now: deps.now,
  })
  const routes = allRoutes(deps, sessions, metrics, broker)
  const endpoints = routes.map(({ endpoint }) => endpoint)
  const rewrite = createRewrite(endpoints)

  const app: FastifyInstance = fastify({
    logger: logging(deps.config.logLevel),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: createRequestIds(deps.config.trustProxy) as () => string,
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: deps.config.trustProxy.length > 0 ? [...deps.config.trustProxy] : false,
    routerOptions: { maxParamLength: MAX_PAY_CODE_LENGTH },
    requestTimeout: 30_000,
    forceCloseConnections: 'idle',
    rewriteUrl: rewrite,
    // Set at creation: otherwise Fastify loads its default JSON schema compiler first, which is never used.
    schemaController: {
      compilersFactory: {
        // Fastify's types only allow JSON schema compilers here.
        buildValidator: () => validatorCompiler as never,
        buildSerializer: () => serializerCompiler as never,
      },
    },
    ...unreadable,
  })
  app.removeAllContentTypeParsers()
  // Some clients send a content type with every request: an empty body is accepted where the endpoint takes none.
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, bytes: Buffer) =>
    bytes.length === 0 && mayBeAbsent(request.routeOptions.schema?.body) ? null : parseJsonBody(bytes),
  )
  registerErrorMapping(app)
  const stopping = registerStopping(app)
  metrics.watch(app)
  deps.tracing?.watch(app)
  logRequests(app)
  // Changes are committed before the response, so subscribers can be notified now.
  app.addHook('onResponse', ({ method }, _reply, done) => {
    if (method !== 'GET') broker.wake()
    done()
  })
  app.addHook('preClose', () => broker.stop())
  registerHeaders(app)
  registerMethodNotAllowed(app, endpoints, rewrite)
  await registerOpenApi(app, deps, endpoints)
  const limit = await createRateLimits(app, deps.config.rateLimit)
  const apiKeys = new ApiKeys(lookupSql, deps.now, deps.config)
  await bindRoutes(app, routes, { deps, sessions, apiKeys, limit })
  await registerPages(app, deps.config, deps.webDirectory ?? null, { '/pay/:code': payPagePreview(deps) })
  return { app, routes, metrics, stopping }
}
