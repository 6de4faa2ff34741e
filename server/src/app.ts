import fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { MAX_PAY_CODE_LENGTH } from '#contract/pay-requests.ts'
import { ApiKeys } from './api-keys/api-keys.ts'
import { createPasswords } from './crypto/passwords.ts'
import { DatabaseMonitor } from './db/database-monitor.ts'
import { EventBroker } from './events/event-broker.ts'
import { accessLogRoutes } from './features/access-log/routes.ts'
import { accountRoutes } from './features/accounts/routes.ts'
import { adjustmentRoutes } from './features/adjustments/routes.ts'
import { administrationRoutes } from './features/administration/routes.ts'
import { apiKeyRoutes } from './features/api-keys/routes.ts'
import { auditRoutes } from './features/audit/routes.ts'
import { authRoutes } from './features/auth/routes.ts'
import { bankLineRoutes } from './features/bank-lines/routes.ts'
import { contactRoutes } from './features/contact/routes.ts'
import { demoRoutes } from './features/demo/routes.ts'
import { depositRoutes } from './features/deposits/routes.ts'
import { deviceRoutes } from './features/devices/routes.ts'
import { documentCheckRoutes } from './features/document-checks/routes.ts'
import { emailRoutes } from './features/email/routes.ts'
import { erasureRoutes } from './features/erasure/routes.ts'
import { eventRoutes } from './features/events/routes.ts'
import { exportRoutes } from './features/export/routes.ts'
import { factorRoutes } from './features/factors/routes.ts'
import { imageRoutes } from './features/images/routes.ts'
import { institutionRoutes } from './features/institution/routes.ts'
import { limitRoutes } from './features/limits/routes.ts'
import { monthRoutes } from './features/months/routes.ts'
import { noteRoutes } from './features/notes/routes.ts'
import { operationRoutes } from './features/operation/routes.ts'
import { orderRoutes } from './features/orders/routes.ts'
import { outsideAccountRoutes } from './features/outside-accounts/routes.ts'
import { overviewRoutes } from './features/overview/routes.ts'
import { passwordRoutes } from './features/password/routes.ts'
import { payRequestRoutes } from './features/pay-requests/routes.ts'
import { payeeRoutes } from './features/payees/routes.ts'
import { paymentRunRoutes } from './features/payment-runs/routes.ts'
import { personSessionRoutes } from './features/person-sessions/routes.ts'
import { pictureRoutes } from './features/picture/routes.ts'
import { pinRoutes } from './features/pin/routes.ts'
import { profileRoutes } from './features/profile/routes.ts'
import { proofRoutes } from './features/proof/routes.ts'
import { proposalRoutes } from './features/proposals/routes.ts'
import { pushRoutes } from './features/push/routes.ts'
import { receiptRoutes } from './features/receipts/routes.ts'
import { reconciliationRoutes } from './features/reconciliation/routes.ts'
import { reportRoutes } from './features/reports/routes.ts'
import { reversalRoutes } from './features/reversals/routes.ts'
import { savedFilterRoutes } from './features/saved-filters/routes.ts'
import { searchRoutes } from './features/search/routes.ts'
import { settingsRoutes } from './features/settings/routes.ts'
import { spendingRoutes } from './features/spending/routes.ts'
import { statementImportRoutes } from './features/statement-import/routes.ts'
import { statementRoutes } from './features/statements/routes.ts'
import { supportRoutes } from './features/support/routes.ts'
import { tagRoutes } from './features/tags/routes.ts'
import { testMailRoutes } from './features/test-mail/routes.ts'
import { transactionRoutes } from './features/transactions/routes.ts'
import { transferRoutes } from './features/transfers/routes.ts'
import { verificationRoutes } from './features/verification/routes.ts'
import { webhookRoutes } from './features/webhooks/routes.ts'
import { AccessLog } from './http/access-log.ts'
import { bindRoutes } from './http/bind-routes.ts'
import type { Deps, GivenDeps } from './http/deps.ts'
import { registerErrorMapping } from './http/errors.ts'
import { registerHeaders } from './http/headers.ts'
import { mayBeAbsent, parseJsonBody } from './http/json-body.ts'
import { logging, logRequests } from './http/logging.ts'
import { createMetrics, type Metrics } from './http/metrics.ts'
import { registerOpenApi } from './http/openapi.ts'
import { registerPages } from './http/pages/register-pages.ts'
import { createRateLimits } from './http/rate-limits.ts'
import { createRequestIds } from './http/request-ids.ts'
import type { Route } from './http/route.ts'
import { registerStopping, type Stopping } from './http/stopping.ts'
import { createRewrite } from './http/unprefixed.ts'
import { unreadable } from './http/unreadable.ts'
import { refuseWrongMethods } from './http/wrong-methods.ts'
import { Sessions } from './sessions/sessions.ts'

const BODY_LIMIT_BYTES = 128 * 1024

/** The table of contents: every feature of the bank. */
function allRoutes(deps: Deps, sessions: Sessions, figures: Metrics, broker: EventBroker): Route[] {
  const passwords = createPasswords(deps.keys)
  return [
    ...operationRoutes(deps, figures),
    ...institutionRoutes(deps),
    ...authRoutes(deps, sessions, passwords),
    ...profileRoutes(deps),
    ...pinRoutes(deps),
    ...proofRoutes(deps),
    ...exportRoutes(deps),
    ...emailRoutes(deps, sessions),
    ...pictureRoutes(deps),
    ...monthRoutes(deps),
    ...spendingRoutes(deps),
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
    ...depositRoutes(deps),
    ...transferRoutes(deps),
    ...orderRoutes(deps),
    ...limitRoutes(deps),
    ...adjustmentRoutes(deps),
    ...reconciliationRoutes(deps),
    ...reportRoutes(deps),
    ...reversalRoutes(deps),
    ...paymentRunRoutes(deps),
    ...outsideAccountRoutes(deps),
    ...statementImportRoutes(deps),
    ...bankLineRoutes(deps),
    ...administrationRoutes(deps, sessions),
    ...proposalRoutes(deps, sessions),
    ...erasureRoutes(deps, sessions),
    ...settingsRoutes(deps),
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

export type BuiltApp = { app: FastifyInstance; routes: readonly Route[]; metrics: Metrics; stopping: Stopping }

export async function buildApp(given: GivenDeps): Promise<BuiltApp> {
  const monitor = given.monitor ?? new DatabaseMonitor(given.sql)
  const deps: Deps = { ...given, monitor, accessLog: new AccessLog(given.sql, given.now) }
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
  refuseWrongMethods(app, endpoints, rewrite)
  await registerOpenApi(app, deps, endpoints)
  const limit = await createRateLimits(app, deps.config.rateLimit)
  const apiKeys = new ApiKeys(lookupSql, deps.now, deps.config)
  await bindRoutes(app, routes, { deps, sessions, apiKeys, limit })
  await registerPages(app, deps.config, deps.webDirectory ?? null)
  return { app, routes, metrics, stopping }
}
