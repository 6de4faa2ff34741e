import type { FastifyRequest } from 'fastify'

/** The name of an authentication scheme is case-insensitive (RFC 9110, section 11.1). */
const BEARER = /^bearer /i

export function bearerToken({ headers: { authorization } }: Pick<FastifyRequest, 'headers'>): string | null {
  return authorization && BEARER.test(authorization) ? authorization.slice('bearer '.length) : null
}
