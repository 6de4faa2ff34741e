import {
  ArrowDownToLine,
  ArrowUpFromLine,
  Bitcoin,
  Globe,
  type LucideIcon,
  MessageCircle,
  WalletCards,
} from 'lucide-react'

export type Service = { icon: LucideIcon; title: string; text: string; steps: string[]; done: string }

export const services: Service[] = [
  {
    icon: WalletCards,
    title: 'The everyday account',
    text: 'One balance, one account number, and every transaction in the order it happened.',
    steps: [
      'Sign up with your name, an e-mail address and a password.',
      'Choose a four-digit PIN. You will need it whenever money leaves.',
      'We verify your account. Until then you can look around and add money.',
    ],
    done: 'Your account number is yours from the first minute.',
  },
  {
    icon: ArrowDownToLine,
    title: 'Deposits by wire',
    text: 'Send money from any bank, and keep the receipt where it belongs.',
    steps: [
      'Enter the amount and pay it to the account we show you.',
      'Upload the receipt, as a picture or a PDF.',
      'We compare the two and book the deposit.',
    ],
    done: 'Pending until we have checked it, Completed when it counts.',
  },
  {
    icon: Bitcoin,
    title: 'Deposits in cryptocurrency',
    text: 'A dollar amount on one side, the exact amount due on the other.',
    steps: [
      'Choose the currency and enter dollars. The rate is shown, with the time to pay at it.',
      'Send the amount due to the address, or scan its code.',
      'Upload the receipt, and we book the dollars you entered.',
    ],
    done: 'The rate when you send the receipt is the one that counts, and stays written on the transaction.',
  },
  {
    icon: ArrowUpFromLine,
    title: 'Transfers',
    text: 'To any bank, behind your PIN and, where your account asks for it, a transaction code.',
    steps: [
      'Enter who, where and how much. We show what will be left.',
      'Confirm with your PIN. The amount is on hold at once.',
      'We send it, or tell you why not and give the hold back.',
    ],
    done: 'We never ask for a payment in return for a code.',
  },
  {
    icon: Globe,
    title: 'International payments',
    text: 'Payments from 50+ countries arrive in the same account as everything else.',
    steps: [
      'Give the sender your name and account number.',
      'They pay in their own currency, at their own bank.',
      'You see dollars, with the sender and the reference on the line.',
    ],
    done: 'No second account and no separate balance to keep an eye on.',
  },
  {
    icon: MessageCircle,
    title: 'Support by people',
    text: 'Write from your account and a person answers in the same place.',
    steps: [
      'Open Support and write what happened, in your own words.',
      'Somebody who can see your account replies.',
      'The conversation stays, so you never start over.',
    ],
    done: 'Whatever we do on your account is written down with the name of who did it.',
  },
]
