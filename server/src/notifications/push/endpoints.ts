import { createHash } from 'node:crypto'
import type { Config } from '../../platform/config/config.ts'
import { hostOf, namesHost, urlProblem } from '../webhooks/addresses.ts'

type Rules = Pick<Config, 'pushAllow'>

/** As for webhooks, without their exception for demonstrations. */
export const addressRules = ({ pushAllow }: Rules) => ({ webhookAllow: pushAllow, demo: false })

/**
 * Why nothing may be pushed to this address, or null. It comes from a client: the address that its name has is checked again with every
 * connection. Push services use the usual port; any other one would let a customer probe the ports of other people's servers.
 */
export function endpointProblem(endpoint: string, config: Rules): string | null {
  const problem = urlProblem(endpoint, addressRules(config))
  if (problem) return problem
  const url = new URL(endpoint)
  return url.port !== '' && !namesHost(config.pushAllow, hostOf(url)) ? 'not the usual port' : null
}

export const hashEndpoint = (endpoint: string): Buffer => createHash('sha256').update(endpoint).digest()
