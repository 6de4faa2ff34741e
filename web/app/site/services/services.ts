import {
  ArrowDownToLine,
  ArrowUpFromLine,
  Bitcoin,
  Globe,
  type LucideIcon,
  MessageCircle,
  WalletCards,
} from 'lucide-react'
import { msg, type TextId } from '#contract/text-id.ts'

export type Service = { icon: LucideIcon; title: TextId; text: TextId; steps: TextId[]; outcome: TextId }

export const services: Service[] = [
  {
    icon: WalletCards,
    title: msg('Everyday account'),
    text: msg('One balance, one account number, and every transaction in order.'),
    steps: [
      msg('Sign up with your name, an email address, and a password.'),
      msg('Choose a four-digit PIN. You’ll use it for every transfer.'),
      msg('We verify your account. In the meantime, you can look around and add money.'),
    ],
    outcome: msg('You get your account number as soon as you sign up.'),
  },
  {
    icon: ArrowDownToLine,
    title: msg('Wire deposits'),
    text: msg('Add money from an account at another bank.'),
    steps: [
      msg('Enter an amount and wire it to the account we show you.'),
      msg('Upload the receipt as an image or a PDF.'),
      msg('We check the receipt and credit your account.'),
    ],
    outcome: msg('The deposit is Pending while we check it and Completed when the money is yours to use.'),
  },
  {
    icon: Bitcoin,
    title: msg('Cryptocurrency deposits'),
    text: msg('Enter {currency} and see the exact amount to send.'),
    steps: [
      msg('Choose a currency and enter an amount in {currency}. We show the rate and how long you have to pay.'),
      msg('Send the amount due to the address, or scan the QR code.'),
      msg('Upload the receipt, and we credit the {currency} you entered.'),
    ],
    outcome: msg('The rate that applies when you submit the receipt is saved with the transaction.'),
  },
  {
    icon: ArrowUpFromLine,
    title: msg('Transfers'),
    text: msg('Send money to any bank, protected by your PIN and, if your account requires it, a transaction code.'),
    steps: [
      msg('Enter the recipient, their bank, and the amount. We show what you’ll have left.'),
      msg('Confirm with your PIN. We put the amount on hold right away.'),
      msg('We send the transfer. If we have to decline it, we release the hold.'),
    ],
    outcome: msg('We never ask for a payment in return for a code.'),
  },
  {
    icon: Globe,
    title: msg('International payments'),
    text: msg('Payments from 50+ countries, in one {currency} account.'),
    steps: [
      msg('Start a wire deposit and enter the amount in {currency}.'),
      msg('Send the wire from your bank abroad to the account we show you.'),
      msg('Upload the receipt. We check it and credit your account in {currency}.'),
    ],
    outcome: msg('No second account and no separate balance to keep an eye on.'),
  },
  {
    icon: MessageCircle,
    title: msg('Support from people'),
    text: msg('Message us from your account and get a reply in the same place.'),
    steps: [
      msg('Open Support and tell us what happened, in your own words.'),
      msg('A member of our team who can see your account replies.'),
      msg('The conversation is saved, so you never have to start over.'),
    ],
    outcome: msg('Not a customer yet? Send us a message from the contact page.'),
  },
]
