type KeyLifetime = { expiresAt: Date | null; revokedAt: Date | null }

export const isKeyAlive = ({ expiresAt, revokedAt }: KeyLifetime, at: Date): boolean =>
  revokedAt === null && (expiresAt === null || at < expiresAt)
