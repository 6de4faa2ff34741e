/** The light colors of web/app/tokens.css. */
export const PALETTE = {
  ink: '#14213a',
  muted: '#555f75',
  line: '#e5dfd3',
  sunken: '#f7f3eb',
  accent: '#0f6b4f',
  brand: '#0f6b4f',
  onBrand: '#fbf7ee',
  sun: '#e7a33e',
  positive: '#12704a',
  positiveSoft: '#e2f1e7',
  negative: '#b1271f',
  negativeSoft: '#fbe9e5',
  warning: '#8a5200',
  warningSoft: '#fbeed5',
  watermark: '#efeae1',
} as const
