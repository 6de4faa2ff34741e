import {
  ArrowDownToLine,
  ArrowUpFromLine,
  Bitcoin,
  Globe,
  type LucideIcon,
  MessageCircle,
  WalletCards,
} from 'lucide-react'
import { currencyWords } from '../../shared/currency-words.ts'

export type Service = { icon: LucideIcon; title: string; text: string; steps: string[]; outcome: string }

export const services: Service[] = [
  {
    icon: WalletCards,
    title: 'Everyday account',
    text: 'One balance, one account number, and every transaction in order.',
    steps: [
      'Sign up with your name, an email address, and a password.',
      'Choose a four-digit PIN. You’ll use it for every transfer.',
      'We verify your account. In the meantime, you can look around and add money.',
    ],
    outcome: 'You get your account number as soon as you sign up.',
  },
  {
    icon: ArrowDownToLine,
    title: 'Wire deposits',
    text: 'Add money from an account at another bank.',
    steps: [
      'Enter an amount and wire it to the account we show you.',
      'Upload the receipt as an image or a PDF.',
      'We check the receipt and credit your account.',
    ],
    outcome: 'The deposit is Pending while we check it and Completed when the money is yours to use.',
  },
  {
    icon: Bitcoin,
    title: 'Cryptocurrency deposits',
    text: `Enter ${currencyWords.other} and see the exact amount to send.`,
    steps: [
      `Choose a currency and enter an amount in ${currencyWords.other}. We show the rate and how long you have to pay.`,
      'Send the amount due to the address, or scan the QR code.',
      `Upload the receipt, and we credit the ${currencyWords.other} you entered.`,
    ],
    outcome: 'The rate that applies when you submit the receipt is saved with the transaction.',
  },
  {
    icon: ArrowUpFromLine,
    title: 'Transfers',
    text: 'Send money to any bank, protected by your PIN and, if your account requires it, a transaction code.',
    steps: [
      'Enter the recipient, their bank, and the amount. We show what you’ll have left.',
      'Confirm with your PIN. We put the amount on hold right away.',
      'We send the transfer. If we have to decline it, we release the hold.',
    ],
    outcome: 'We never ask for a payment in return for a code.',
  },
  {
    icon: Globe,
    title: 'International payments',
    text: `Payments from 50+ countries, in one ${currencyWords.one} account.`,
    steps: [
      `Start a wire deposit and enter the amount in ${currencyWords.other}.`,
      'Send the wire from your bank abroad to the account we show you.',
      `Upload the receipt. We check it and credit your account in ${currencyWords.other}.`,
    ],
    outcome: 'No second account and no separate balance to keep an eye on.',
  },
  {
    icon: MessageCircle,
    title: 'Support from people',
    text: 'Message us from your account and get a reply in the same place.',
    steps: [
      'Open Support and tell us what happened, in your own words.',
      'A member of our team who can see your account replies.',
      'The conversation is saved, so you never have to start over.',
    ],
    outcome: 'Not a customer yet? Send us a message from the contact page.',
  },
]
