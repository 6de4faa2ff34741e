/** The first match counts: many browsers also claim to be the ones below. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|HeadlessChrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

const firstMatch = (known: [RegExp, string][], text: string) => known.find(([pattern]) => pattern.test(text))?.[1]

/** 'Firefox on Windows', as far as the user agent string tells; null when it names nothing we know. */
export function knownBrowser(userAgent: string): string | null {
  const browser = firstMatch(BROWSERS, userAgent)
  const system = firstMatch(SYSTEMS, userAgent)
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? null)
}

export function describeBrowser(userAgent: string): { name: string; phone: boolean } {
  const system = firstMatch(SYSTEMS, userAgent)
  const phone = system === 'iPhone' || (system === 'Android' && /\bMobile\b/.test(userAgent))
  return { name: knownBrowser(userAgent) ?? (userAgent.slice(0, 60) || 'Unknown browser'), phone }
}
