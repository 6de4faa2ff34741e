import { subscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import { listTransactions } from '#contract/payments/transactions.ts'
import type { Bug } from './bug.ts'

const LAG_MS = 1_000

type ListEntry = { createdAt: string }

/** As a lagging replica or a cache would answer. */
export const staleList: Bug = {
  title: 'The list of transactions is one second out of date',
  caughtBy: ['read your writes'],
  prepare: () =>
    subscribe('fastify.initialization', (message) => {
      const { fastify } = message as { fastify: FastifyInstance }
      fastify.addHook('preSerialization', async (request, _reply, payload) => {
        if (request.routeOptions.url !== `/api${listTransactions.path}` || !Array.isArray(payload)) return payload
        return payload.filter(({ createdAt }: ListEntry) => Date.now() - Date.parse(createdAt) > LAG_MS)
      })
    }),
}
