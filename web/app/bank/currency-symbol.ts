import { type Text, verbatim } from '#contract/text.ts'

const SYMBOLS: Record<string, string> = {
  bitcoin: 'BTC',
  ethereum: 'ETH',
  tether: 'USDT',
  'usd coin': 'USDC',
  litecoin: 'LTC',
  solana: 'SOL',
}

/** 'BTC' for 'Bitcoin'. Administrators name the currencies, so an unknown one keeps its name. */
export const currencySymbol = (name: string): Text => verbatim(SYMBOLS[name.trim().toLowerCase()] ?? name)
