import type { Person } from '../bank.ts'

export type Request = {
  by?: Person | null
  path?: string
  query?: Record<string, string>
  body?: unknown
  headers?: Record<string, string>
}
export type Recipe = () => Promise<Request> | Request
