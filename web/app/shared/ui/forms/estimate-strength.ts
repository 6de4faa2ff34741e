const COMMON = /^(?:pass ?word|qwert[yz]|letmein|welcome|admin|iloveyou|abc|123|111|000|secret|dragon|monkey)/i

const classes: [RegExp, number][] = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/\d/, 10],
  [/[^a-zA-Z\d]/, 33],
]

/** 0 for an empty password, otherwise 1 to 4 by a rough estimate of its entropy in bits. */
export function estimateStrength(password: string): 0 | 1 | 2 | 3 | 4 {
  if (!password) return 0
  const alphabet = classes.reduce((sum, [pattern, size]) => sum + (pattern.test(password) ? size : 0), 0)
  // Repeats and sequences ('aaaa', '1234') add length but no entropy.
  const unpredictable = [...password].filter((character, index) => {
    const step = character.charCodeAt(0) - password.charCodeAt(index - 1)
    return index === 0 || Math.abs(step) > 1
  }).length
  const bits = unpredictable * Math.log2(alphabet)
  if (bits < 30 || (COMMON.test(password) && password.length < 14)) return 1
  if (bits < 48) return 2
  return bits < 70 ? 3 : 4
}
