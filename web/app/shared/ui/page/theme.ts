import { useSyncExternalStore } from 'react'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const KEY = 'theme'
const listeners = new Set<() => void>()

/** The background of each theme, for the bars of the browser and of the installed app. The same as in tokens.css. */
export const THEME_COLORS = { light: '#faf8f4', dark: '#0f1626' } as const

/** Which of the two colors applies while the theme follows the system. */
export const systemMedia = (theme: keyof typeof THEME_COLORS) => `(prefers-color-scheme: ${theme})`

/**
 * Runs in the head before the first paint, after the theme colors; without a stored choice the stylesheet follows the
 * system. `data-js` lets the stylesheet keep everything readable without scripts.
 */
export const THEME_SCRIPT = `var d=document.documentElement.dataset;d.js='';try{var t=localStorage.getItem('${KEY}');if(t==='light'||t==='dark'){d.theme=t;for(var m of document.querySelectorAll('[name=theme-color]'))m.media=m.content==='${THEME_COLORS.dark}'===(t==='dark')?'all':'not all'}}catch{}`

function readTheme(): Theme {
  const chosen = document.documentElement.dataset.theme
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}

export function chooseTheme(theme: Theme) {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  try {
    if (theme === 'system') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, theme)
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  for (const [name, color] of Object.entries(THEME_COLORS)) {
    const meta = document.querySelector<HTMLMetaElement>(`[name=theme-color][content="${color}"]`)
    if (meta)
      meta.media =
        theme === 'system' ? systemMedia(name as keyof typeof THEME_COLORS) : theme === name ? 'all' : 'not all'
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, readTheme, () => 'system')
