import { type Text, verbatim } from '../text.ts'
import type { Translate } from '../text-id.ts'

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

/** 'Firefox on Windows', as far as the user agent string tells; null when it names nothing we know. It is stored in English. */
export function knownBrowser(userAgent: string): string | null {
  const browser = firstMatch(BROWSERS, userAgent)
  const system = firstMatch(SYSTEMS, userAgent)
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? null)
}

/** A known browser, as people read it. */
export function describeBrowser(known: string, t: Translate<Text>): Text {
  const [browser = '', system] = known.split(' on ')
  return system ? t('{browser} on {system}', { browser: verbatim(browser), system: verbatim(system) }) : verbatim(known)
}

export const isPhone = (userAgent: string): boolean => {
  const system = firstMatch(SYSTEMS, userAgent)
  return system === 'iPhone' || (system === 'Android' && /\bMobile\b/.test(userAgent))
}
