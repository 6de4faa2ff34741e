import type { Json } from '../../server/test/bad-values.ts'
import type { Person } from './target.ts'

/** `path`: with ids of this bank, where the endpoint's has parameters. */
export type Good = { by: Person | null; body: Json | undefined; path?: string; proven: boolean }
/** A valid body for each endpoint, with ids and secrets of this bank: once one field is invalid, that field is the reason of the refusal. */
export type GoodBodies = Map<string, Good>
