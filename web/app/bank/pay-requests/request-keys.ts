import { v4 as newKey } from 'uuid'

/**
 * The keys of requests that are being made. What is sent again unchanged, by a second click or after a lost response, has its first
 * key and is made once. What was changed meanwhile is another request.
 */
export function createRequestKeys() {
  const keys = new Map<string, string>()
  return {
    /** `content` tells the request from the others of the form. */
    keyOf(content: string): string {
      const key = keys.get(content) ?? newKey()
      keys.set(content, key)
      return key
    },
    /** All were made: the same content is a new request from now on. */
    finish: () => keys.clear(),
  }
}
