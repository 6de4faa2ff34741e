import { createRequire } from 'node:module'
import {
  findPasswordProblem,
  findPinProblem,
  PASSWORD_COMMON_TEXT,
  type SecretOwner,
} from '#contract/identity/secret-rules.ts'
import { invalidField } from '../platform/runtime/refusal.ts'

/** Checks new passwords and PINs; a problem is a field error in the request. */
export type SecretRules = {
  checkPassword: (password: string, owner: SecretOwner, field?: string) => Promise<void>
  checkPin: (pin: string, field?: string) => void
}

let commonPasswords: ReadonlySet<string> | undefined

/** 49,000 passwords in lower case. Only the list is loaded, with the first new password, to keep it out of the start time. */
function loadCommonPasswords(): ReadonlySet<string> {
  const load = createRequire(import.meta.url)
  return new Set(load('@zxcvbn-ts/language-common/src/passwords.json') as string[])
}

export function createSecretRules({ secretRules }: { secretRules: boolean }): SecretRules {
  if (!secretRules) return { checkPassword: async () => {}, checkPin: () => {} }
  return {
    async checkPassword(password, owner, field = 'password') {
      const problem = findPasswordProblem(password, owner)
      if (problem) throw invalidField(field, problem)
      commonPasswords ??= loadCommonPasswords()
      if (commonPasswords.has(password.toLowerCase())) throw invalidField(field, PASSWORD_COMMON_TEXT)
    },
    checkPin(pin, field = 'pin') {
      const problem = findPinProblem(pin)
      if (problem) throw invalidField(field, problem)
    },
  }
}
