import { hasPermission, type Permission, type Role } from './permissions.ts'

/** What an API key may do. Endpoints name the scope that opens them; without one they are closed to keys. */
export const API_KEY_SCOPES = ['read', 'transfer', 'staff:read', 'staff:decide'] as const
export type ApiKeyScope = (typeof API_KEY_SCOPES)[number]

/** What a person must be allowed to do to make a key with the scope. Each call needs the permission of its endpoint too. */
const SCOPE_PERMISSIONS = {
  read: null,
  transfer: null,
  'staff:read': 'people:read',
  'staff:decide': 'money:decide',
} as const satisfies Record<ApiKeyScope, Permission | null>

export function mayGiveScope(role: Role, scope: ApiKeyScope): boolean {
  const permission = SCOPE_PERMISSIONS[scope]
  return permission === null || hasPermission(role, permission)
}

/** Pages load this file, so it has no schemas. */
export const MAX_API_KEYS = 20
export const MAX_API_KEY_NAME = 60
