import { systemMedia, THEME_COLORS } from '../ui/page/theme.ts'

const ICON_PX = 112

/**
 * What Safari on a phone shows while the installed app starts; other systems make it from the manifest. Safari wants an
 * image of exactly the screen's size, so it is drawn here instead of kept for every model, before the app is installed.
 */
export async function addStartupImages() {
  const icon = new Image()
  icon.src = '/icon-512.png'
  await icon.decode()
  for (const theme of ['light', 'dark'] as const) {
    const link = document.createElement('link')
    link.rel = 'apple-touch-startup-image'
    link.media = `(orientation: portrait) and ${systemMedia(theme)}`
    link.href = draw(icon, THEME_COLORS[theme])
    document.head.append(link)
  }
}

function draw(icon: HTMLImageElement, color: string): string {
  const width = Math.min(screen.width, screen.height)
  const height = Math.max(screen.width, screen.height)
  const canvas = document.createElement('canvas')
  canvas.width = width * devicePixelRatio
  canvas.height = height * devicePixelRatio
  const context = canvas.getContext('2d')
  if (!context) return ''
  context.scale(devicePixelRatio, devicePixelRatio)
  context.fillStyle = color
  context.fillRect(0, 0, width, height)
  context.drawImage(icon, (width - ICON_PX) / 2, (height - ICON_PX) / 2, ICON_PX, ICON_PX)
  return canvas.toDataURL()
}
