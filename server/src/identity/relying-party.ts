import type { Config } from '../platform/config/config.ts'

/** Who a passkey is bound to: the domain (RP id) and the exact origin of the pages. */
export type RelyingParty = Readonly<{ id: string; origin: string; name: string }>

/** From PUBLIC_URL; without it, browsers allow passkeys at `localhost` only, never at an IP address. */
export function relyingParty(config: Pick<Config, 'publicUrl' | 'port' | 'institution'>): RelyingParty {
  const { publicUrl, institution } = config
  return {
    id: publicUrl === null ? 'localhost' : new URL(publicUrl).hostname,
    // Read with each request: with PORT=0 the port is known only when the server listens.
    get origin() {
      return publicUrl ?? `http://localhost:${config.port}`
    },
    name: institution.name,
  }
}
