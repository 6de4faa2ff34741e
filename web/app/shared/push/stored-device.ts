/** This browser’s device at the bank, and the address that the push service had for it. */
export type StoredDevice = { id: string; endpoint: string }

const KEY = 'pushDevice'

export function readDevice(): StoredDevice | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null')
  } catch {
    return null
  }
}

export function storeDevice(device: StoredDevice | null) {
  try {
    if (device) localStorage.setItem(KEY, JSON.stringify(device))
    else localStorage.removeItem(KEY)
  } catch {
    // Storage is disabled: notifications end when the session does.
  }
}
