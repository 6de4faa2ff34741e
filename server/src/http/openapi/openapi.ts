import { createRequire } from 'node:module'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { createJsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { API_KEY_SCOPES } from '#contract/api-key-scopes.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { escapeMarkup } from '#contract/settings/pages.ts'
import type { Deps } from '../deps.ts'
import { API_PREFIX, API_V1_PREFIX } from '../requests/bind-routes.ts'
import { completeDocument, type OpenApiDocument } from './openapi-document.ts'
import { describeMoney, writeMoneyRules } from './openapi-money.ts'
import { describeWebhooks } from './openapi-webhooks.ts'

/** The software's version: the contract has none of its own. */
const { version } = createRequire(import.meta.url)('../../../../package.json') as { version: string }

const description = () => `Everything the bank can do. ${describeMoney()}; times are ISO 8601 in UTC.
Every path also works as \`/api/…\`, and those of the first release without a prefix. A wrong method gets 405 with \`Allow\`. Requests that move money or ask for it take an \`Idempotency-Key\`.
Calls with \`X-Passive: 1\` don't keep an idle session alive.`

/** Routes are registered under `/api`; the document names the version. HEAD is left out: every GET answers it. */
function nameVersion(document: OpenApiDocument): OpenApiDocument {
  const paths = Object.entries(document.paths ?? {})
  document.paths = Object.fromEntries(
    paths.map(([path, { head: _, ...operations }]) => [path.replace(API_PREFIX, API_V1_PREFIX), operations]),
  )
  return document
}

const SECURITY_SCHEMES = {
  bearer: { type: 'http', scheme: 'bearer', description: 'The token of POST /auths/login.' },
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'otk_…',
    description: `An API key of \`POST /users/api-keys\`. Operations that take one name the scope that the key needs: ${API_KEY_SCOPES.join(', ')}.`,
  },
} as const

/** Must be registered before the routes: it collects them on registration. */
export async function registerOpenApi(
  app: FastifyInstance,
  { config }: Pick<Deps, 'config'>,
  endpoints: readonly Endpoint[],
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${config.institution.name} API`,
        version,
        description: description(),
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } as never,
      },
      servers: [{ url: '/' }],
      components: {
        securitySchemes: SECURITY_SCHEMES,
      },
    },
    transform: createJsonSchemaTransform({}),
    transformObject: (document) => {
      const transformed = jsonSchemaTransformObject(document) as OpenApiDocument
      writeMoneyRules(transformed)
      transformed.webhooks = describeWebhooks()
      return completeDocument(nameVersion(transformed), endpoints, API_V1_PREFIX) as never
    },
  })
  if (!config.apiDocs) return
  await app.register(swaggerUi, {
    routePrefix: `${API_PREFIX}/docs`,
    staticCSP: false,
    // Without the top bar, which loads other documents.
    uiConfig: { layout: 'BaseLayout' },
    // The plugin does not escape the title.
    theme: { title: escapeMarkup(`${config.institution.name} API`) },
  })
  app.get(`${API_PREFIX}/openapi.json`, { schema: { hide: true } }, () => app.swagger())
}
