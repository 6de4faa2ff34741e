const KEY = 'offlineSnapshot'

export function readStored(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

export function writeStored(text: string) {
  try {
    localStorage.setItem(KEY, text)
  } catch {
    // Storage is disabled or full: there is no copy.
  }
}

export function forgetSnapshot() {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Storage that can't be written to holds nothing.
  }
}
